import type { FunctionIr, ModuleIr } from '#ir/cfg';
import { loadProgram, type LoadedProgram } from '#ir/load-program';
import { openTexts } from '#project/text-snapshot';
import { repositoryRoot } from '../repository-root';
import type { Subject } from './subjects';

export interface LoadedVersion {
  readonly loaded: LoadedProgram;
  readonly path: string;
  readonly module: ModuleIr;
  readonly fn: FunctionIr;
}

/** A version of a subject as a program of one file. */
export function loadVersion({ program, functionName }: Subject, text: string): LoadedVersion {
  const path = `${program}.ts`;
  const loaded = loadProgram(openTexts(repositoryRoot, { [path]: text }));
  const module = loaded.module(path);
  const fn = module?.functions.find(({ qualifiedName }) => qualifiedName === functionName);
  if (module === null || fn === undefined) throw new Error(`${path} has no function ${functionName}`);
  return { loaded, path, module, fn };
}
