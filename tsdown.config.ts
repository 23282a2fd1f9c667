import { defineConfig, type UserConfig } from 'tsdown';

/** Packages of many small files, which take their time to load one by one, become part of the build. */
export const bundled = [/^@typescript-eslint\//, 'eslint-visitor-keys'];

/**
 * The scope manager knows the global names of every library of the language, in a hundred files that are a quarter of what every
 * process loads. It is asked without a library (`syntax/scopes.ts`), and so looks none up.
 */
export const withoutLibraries = {
  name: 'without-libraries',
  load: {
    filter: { id: /[\\/]scope-manager[\\/]dist[\\/]lib[\\/]index\.js$/ },
    handler: (): string => 'exports.lib = new Map();',
  },
};

const shared: UserConfig = {
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  fixedExtension: false,
  deps: { alwaysBundle: bundled },
  plugins: [withoutLibraries],
};

/** A program in one file that can be required. Every process reads it. Names stay, as they stand in stacks. */
function required(name: string, source: string): UserConfig {
  return {
    ...shared,
    format: 'cjs',
    entry: { [name]: source },
    minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } },
    dts: false,
    sourcemap: false,
    clean: false,
  };
}

export default defineConfig([
  {
    ...shared,
    // cli.js keeps the `#!` line of its source and is made executable.
    entry: { index: 'src/index.ts', cli: 'src/cli/main.ts' },
    dts: true,
    sourcemap: true,
  },
  {
    ...shared,
    // The program of another process, sent to it as one text: it shares no file with the rest.
    entry: { 'replay-child': 'src/replay/child/main.ts' },
    dts: false,
    sourcemap: false,
    clean: false,
  },
  {
    ...shared,
    // Threads that solvers are asked in.
    entry: { 'z3-worker': 'src/smt/z3-worker.ts', 'native-worker': 'src/smt/native-worker.ts' },
    dts: false,
    sourcemap: false,
    clean: false,
  },
  // What the processes of a recorded test run preload, what that starts, and what that loads where functions are watched.
  required('trace-register', 'src/trace/register/preload.ts'),
  required('trace-recorder', 'src/trace/register/main.ts'),
  required('trace-calls', 'src/trace/recorded-call.ts'),
  {
    ...shared,
    // The thread that loads their modules, and what both load when they meet code that was not instrumented before.
    entry: {
      'trace-loader': 'src/trace/register/loader.ts',
      'trace-instrumenter': 'src/trace/register/instrumenter.ts',
    },
    dts: false,
    sourcemap: false,
    clean: false,
  },
]);
