import { createHash } from 'node:crypto';
import type { Program } from '#ir/program';
import type { Linker } from './link';

/** Raise when the analysis or the shape of its solution changes: solutions of other versions are not read. */
const solutionVersion = 2;

/** Programs with the same key have the same pointer solution: all that the analysis reads is in it. */
export function pointerKey(program: Program, linker: Linker): string {
  const hash = createHash('sha256');
  program.modules.forEach((module, m) => {
    const form = program.pointerFacts(m);
    const targets = form.specifiers.map((specifier) => {
      const target = linker.target(m, specifier);
      return target.kind === 'module' ? target.index : target.kind === 'external' ? `=${target.name}` : '';
    });
    hash.update(JSON.stringify([module.path, form.key, targets]));
  });
  return `pointers${solutionVersion}:${hash.digest('hex')}`;
}
