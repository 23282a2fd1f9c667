import { defineConfig } from 'tsdown';

export default defineConfig({
  // cli.js keeps the `#!` line of its source and is made executable.
  entry: { index: 'src/index.ts', cli: 'src/cli/main.ts' },
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  fixedExtension: false,
  dts: true,
  sourcemap: true,
});
