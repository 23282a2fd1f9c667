import { createHash } from 'node:crypto';
import { IntList } from '#core/int-list';
import { constraintKinds } from '#ir/facts';
import { conversionName, idleWidth, type IdleAccesses } from '#ir/pointer-facts';
import type { Program } from '#ir/program';
import { isPattern } from '#ir/specifier-pattern';
import { AccessorNames } from './accessor-names';
import type { Linker } from './link';
import type { PointerLimit } from './pointer-limits';

/** Raise when the analysis or the shape of its solution changes: solutions of other versions are not read. */
const solutionVersion = 29;

/** Programs with the same key have the same pointer solution: all that the analysis reads is in it. */
export function pointerKey(program: Program, linker: Linker, limit: PointerLimit): string {
  const hash = createHash('sha256').update(JSON.stringify(limit));
  const accessors = new AccessorNames(program);
  hash.update(JSON.stringify([...accessors.plain].toSorted()));
  const definesByParam = program.modules.some((_, m) => program.pointerFacts(m).definesByParam);
  program.modules.forEach((module, m) => {
    const form = program.pointerFacts(m);
    const targets = form.specifiers.map((specifier) => {
      if (isPattern(specifier)) return linker.modulesOf(m, specifier);
      const target = linker.target(m, specifier);
      return target.kind === 'module' ? target.index : target.kind === 'external' ? `=${target.name}` : '';
    });
    const { names, words } = accessorsRun(form.idle, accessors);
    const texts = definesByParam ? form.textsKey : '';
    hash.update(JSON.stringify([module.path, form.key, targets, texts, names, words.length]));
    hash.update(new Uint8Array(words.buffer, words.byteOffset, words.byteLength));
  });
  return `pointers${solutionVersion}:${hash.digest('hex')}`;
}

/** Of the idle accesses, those that may run an accessor of the program; of their words, the first is a place in `names`. */
function accessorsRun(
  { names, words }: IdleAccesses,
  accessors: AccessorNames,
): { names: readonly string[]; words: Int32Array } {
  const mayRun = (name: string, kind: number): boolean => {
    if (name.startsWith(conversionName)) return accessors.hasConversions;
    return accessors.mayRun(name, kind === constraintKinds.idleRead ? 'idle read' : 'other');
  };
  const placeOf = new Map<number, number>();
  const found = new IntList();
  for (let i = 0; i < words.length; i += idleWidth) {
    const name = words[i]!;
    if (!mayRun(names[name]!, words[i + 1]!)) continue;
    let place = placeOf.get(name);
    if (place === undefined) placeOf.set(name, (place = placeOf.size));
    found.push(place);
    for (let word = 1; word < idleWidth; word++) found.push(words[i + word]!);
  }
  return { names: Array.from(placeOf.keys(), (name) => names[name]!), words: found.toArray() };
}
