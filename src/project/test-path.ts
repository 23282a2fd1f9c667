/** By the conventions of test runners: folders and name parts that mark tests, their data and benchmarks. */
const folders = /(?:^|\/)(?:tests?|__tests__|__mocks__|specs?|fixtures?|e2e|bench(?:marks?)?)\//i;
const names = /[.\-_](?:test|tests|spec|bench|stories|e2e)(?:-d)?\.[cm]?[jt]sx?$/i;
/** `test.js` and `test-*.js` at the top of a package: deeper inside, a command or a rule may be called so. */
const first = /^(?:packages\/[^/]+\/)?(?:tests?|test-[^/]+)\.[cm]?[jt]sx?$/i;

/** Does a file exercise the program rather than being a part of it? */
export function isTestPath(path: string): boolean {
  return folders.test(path) || names.test(path) || first.test(path);
}

const besides =
  /(?:^|\/)(?:dist|examples?|demos?|docs?|playground|samples?|scripts?|tools?|umd|vendor|website|www)\/|\.min\.[cm]?js$/i;
/** Some tools have another name for theirs, as `karma.conf.js` and `wdio.shared.conf.ts`. */
export const settings =
  /(?:^|\/)(?:\.[\w-]+rc|[\w.-]+\.config|(?:karma|protractor|wdio|nightwatch)(?:[.-][\w-]+)*\.conf|gulpfile|gruntfile)\.[cm]?[jt]sx?$/i;

/** Does a file only show, build or configure the program, or is it a copy of it? */
export function isBesidePath(path: string): boolean {
  return besides.test(path) || settings.test(path);
}

/** Does the name of a file itself say so, wherever it lies? Helpers of tests lie beside them. */
export function isNamedAsTest(path: string): boolean {
  return names.test(path) || first.test(path);
}
