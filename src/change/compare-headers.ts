import type { Binding, FunctionIr } from '#ir/cfg';
import type { BindingPairs } from './binding-pairs';
import { looksNamesUp } from './renamings';
import { sameTarget, type Correspondence } from './same-op';
import { sameKind } from './same-kind';
import { showsStrictness } from './shows-strictness';
import type { VersionFunction } from './version';

/** What differs between two partners that no node of their graphs shows, each as a clause of a sentence. */
export function compareHeaders(
  ours: VersionFunction,
  theirs: VersionFunction,
  same: Correspondence,
  bindings: BindingPairs,
): readonly string[] {
  const a = ours.fn;
  const b = theirs.fn;
  const changes: string[] = [];
  if (a.kind !== b.kind) changes.push(`turned from ${a.kind} into ${b.kind}`);
  if (a.async !== b.async) changes.push(b.async ? 'is now async' : 'is no longer async');
  if (a.generator !== b.generator) changes.push(b.generator ? 'is now a generator' : 'is no longer a generator');
  if (a.strict !== b.strict && (showsStrictness(ours.module, a) || showsStrictness(theirs.module, b)))
    changes.push(b.strict ? 'is now strict' : 'is no longer strict');
  if (a.isStatic !== b.isStatic) changes.push(b.isStatic ? 'is now static' : 'is no longer static');
  if (a.params.length !== b.params.length) changes.push(`took ${parameters(a)}, takes ${b.params.length}`);
  else {
    a.params.forEach((param, i) => {
      const other = b.params[i]!;
      if (param.rest !== other.rest || !sameTarget(param.target, other.target, same)) {
        changes.push(`parameter ${i + 1} is passed in another way`);
      }
    });
  }
  const renamed: (readonly [Binding, Binding])[] = [];
  bindings.eachOwned(ours, theirs, (x, y) => {
    const isAlike = sameKind({ binding: x, module: ours.module }, { binding: y, module: theirs.module });
    if (!isAlike) changes.push(`variable ${y.name} was declared as ${x.kind}, is declared as ${y.kind}`);
    if (x.name !== y.name) renamed.push([x, y]);
  });
  const [seen] = renamed.length > 0 && (looksNamesUp(ours.module, a) || looksNamesUp(theirs.module, b)) ? renamed : [];
  if (seen !== undefined) changes.push(`code that looks names up finds ${seen[1].name} where it found ${seen[0].name}`);
  return changes;
}

function parameters({ params }: FunctionIr): string {
  return params.length === 1 ? '1 parameter' : `${params.length} parameters`;
}
