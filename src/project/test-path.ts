/** By the conventions of test runners: folders and name parts that mark tests, their data and benchmarks. */
const folders = /(?:^|\/)(?:tests?|__tests__|__mocks__|specs?|fixtures?|e2e|bench(?:marks?)?)\//i;
const names = /[.\-_](?:test|tests|spec|bench|stories|e2e)\.[cm]?[jt]sx?$/i;

/** Does a file exercise the program rather than being a part of it? */
export function isTestPath(path: string): boolean {
  return folders.test(path) || names.test(path);
}

const besides = /(?:^|\/)(?:examples?|demos?|docs?|samples?|playground|scripts?|tools?|website|www)\//i;
const settings = /(?:^|\/)(?:\.[\w-]+rc|[\w.-]+\.config)\.[cm]?[jt]sx?$/i;

/** Does a file only show, build or configure the program? */
export function isBesidePath(path: string): boolean {
  return besides.test(path) || settings.test(path);
}

/** Does the name of a file itself say so, wherever it lies? Helpers of tests lie beside them. */
export function isNamedAsTest(path: string): boolean {
  return names.test(path);
}
