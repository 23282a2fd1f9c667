import { createHash } from 'node:crypto';
import { idleWidth, type IdleAccesses } from '#ir/pointer-facts';
import type { Program } from '#ir/program';
import type { Linker } from './link';

/** Raise when the analysis or the shape of its solution changes: solutions of other versions are not read. */
const solutionVersion = 3;

/** Programs with the same key have the same pointer solution: all that the analysis reads is in it. */
export function pointerKey(program: Program, linker: Linker): string {
  const hash = createHash('sha256');
  const accessors = new Set(program.modules.flatMap((_, m) => program.pointerFacts(m).accessors));
  program.modules.forEach((module, m) => {
    const form = program.pointerFacts(m);
    const targets = form.specifiers.map((specifier) => {
      const target = linker.target(m, specifier);
      return target.kind === 'module' ? target.index : target.kind === 'external' ? `=${target.name}` : '';
    });
    hash.update(JSON.stringify([module.path, form.key, targets, accessorsRun(form.idle, accessors)]));
  });
  return `pointers${solutionVersion}:${hash.digest('hex')}`;
}

/** Of the idle accesses, those that may run an accessor of the program. */
function accessorsRun({ names, words }: IdleAccesses, accessors: ReadonlySet<string>): (string | number)[] {
  const isKnown = names.map((name) => accessors.has(name));
  const found: (string | number)[] = [];
  if (!isKnown.includes(true)) return found;
  for (let i = 0; i < words.length; i += idleWidth) {
    if (isKnown[words[i]!] === true) found.push(names[words[i]!]!, ...words.subarray(i + 1, i + idleWidth));
  }
  return found;
}
