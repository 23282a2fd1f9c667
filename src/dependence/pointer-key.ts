import { createHash } from 'node:crypto';
import { IntList } from '#core/int-list';
import { conversionName, idleWidth, type IdleAccesses } from '#ir/pointer-facts';
import type { Program } from '#ir/program';
import { isPattern } from '#ir/specifier-pattern';
import type { Linker } from './link';
import type { PointerLimit } from './pointer-limits';

/** Raise when the analysis or the shape of its solution changes: solutions of other versions are not read. */
const solutionVersion = 18;

/** Programs with the same key have the same pointer solution: all that the analysis reads is in it. */
export function pointerKey(program: Program, linker: Linker, limit: PointerLimit): string {
  const hash = createHash('sha256').update(JSON.stringify(limit));
  const accessors = new Set(program.modules.flatMap((_, m) => program.pointerFacts(m).accessors));
  program.modules.forEach((module, m) => {
    const form = program.pointerFacts(m);
    const targets = form.specifiers.map((specifier) => {
      if (isPattern(specifier)) return linker.modulesOf(m, specifier);
      const target = linker.target(m, specifier);
      return target.kind === 'module' ? target.index : target.kind === 'external' ? `=${target.name}` : '';
    });
    const { names, words } = accessorsRun(form.idle, accessors);
    hash.update(JSON.stringify([module.path, form.key, targets, names, words.length]));
    hash.update(new Uint8Array(words.buffer, words.byteOffset, words.byteLength));
  });
  return `pointers${solutionVersion}:${hash.digest('hex')}`;
}

/** Of the idle accesses, those that may run an accessor of the program; of their words, the first is a place in `names`. */
function accessorsRun(
  { names, words }: IdleAccesses,
  accessors: ReadonlySet<string>,
): { names: readonly string[]; words: Int32Array } {
  const run = names.filter((name) => accessors.has(name.startsWith(conversionName) ? conversionName : name));
  const placeOf = names.map((name) => run.indexOf(name));
  const found = new IntList();
  for (let i = 0; run.length > 0 && i < words.length; i += idleWidth) {
    const place = placeOf[words[i]!]!;
    if (place < 0) continue;
    found.push(place);
    for (let at = i + 1; at < i + idleWidth; at++) found.push(words[at]!);
  }
  return { names: run, words: found.toArray() };
}
