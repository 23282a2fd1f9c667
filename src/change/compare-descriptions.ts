import type { ModuleIr } from '#ir/cfg';
import type { DescriptionChange } from './change-set';
import type { Comparison } from './comparison';
import { functionDescriptions } from './function-description';

/** Partners among the functions that a program sees something else of. */
export function compareDescriptions({ base, head, match }: Comparison): DescriptionChange[] {
  const inBase = describers(base.modules);
  const inHead = describers(head.modules);
  return base.functions.flatMap((ours) => {
    const partner = match.pairs.toHead[ours.id]!;
    if (partner < 0) return [];
    const theirs = head.at(partner);
    const before = inBase[ours.moduleIndex]!(ours.fn);
    const after = inHead[theirs.moduleIndex]!(theirs.fn);
    if (before === null || after === null) return [];
    const found: DescriptionChange = {
      base: { module: ours.module, fn: ours.fn },
      head: { module: theirs.module, fn: theirs.fn },
      name: before.name === after.name ? null : [before.name, after.name],
      length: before.length === after.length ? null : [before.length, after.length],
      text: before.text !== after.text,
    };
    return found.name !== null || found.length !== null || found.text ? [found] : [];
  });
}

function describers(modules: readonly ModuleIr[]): ReturnType<typeof functionDescriptions>[] {
  return modules.map((module) => functionDescriptions(module));
}
