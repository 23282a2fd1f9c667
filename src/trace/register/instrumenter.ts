import { parseModule } from '#syntax/parse';
import { instrument } from '../instrument';
import { withoutProbes } from '../runners/jest-coverage';
import type { Instrumenter } from './lazy-instrumenter';
import { coverageOfSource } from '../v8-coverage';
import { relativeImports } from './relative-imports';

/** A program of its own: processes load it when they meet code that is not in the cache. */
export const instrumenter: Instrumenter = {
  instrument,
  relativeImports,
  withoutProbes,
  hasModuleSyntax,
  coverageOfSource,
};

function hasModuleSyntax(code: string): boolean {
  if (!/\b(?:import|export)\b/.test(code)) return false;
  const { tree } = parseModule('code.mjs', code);
  return tree?.body.some(({ type }) => /^(?:Import|Export)/.test(type)) === true;
}
