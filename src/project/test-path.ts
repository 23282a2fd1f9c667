/** By the conventions of test runners: folders and name parts that mark tests, their data and benchmarks. */
const folders = /(?:^|\/)(?:tests?|__tests__|__mocks__|specs?|fixtures?|e2e|bench(?:marks?)?)\//i;
const names = /[.\-_](?:test|tests|spec|bench|stories|e2e)\.[cm]?[jt]sx?$/i;

/** Does a file exercise the program rather than being a part of it? */
export function isTestPath(path: string): boolean {
  return folders.test(path) || names.test(path);
}
