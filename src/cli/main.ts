#!/usr/bin/env node
import * as pipeline from '#pipeline';
import { processIo } from './process-io';
import { run } from './run';

process.exitCode = await run(process.argv.slice(2), processIo(), pipeline);
