#!/usr/bin/env node
import * as engine from 'node:module';
import { optimiseLate } from './optimise-late';

optimiseLate();

/** From Node 22.1 on, compiled code can be kept between runs; it must be asked for before the rest is loaded. */
const { enableCompileCache } = engine as { enableCompileCache?: () => void };
enableCompileCache?.();

const [pipeline, { processIo }, { run }] = await Promise.all([
  import('#pipeline'),
  import('./process-io'),
  import('./run'),
]);
process.exitCode = await run(process.argv.slice(2), processIo(), pipeline);
