import type { Closure } from '#symbolic/closure';
import type { Machine } from '#symbolic/machine';
import { findProperty } from '#symbolic/properties';
import type { Ref } from '#symbolic/value';
import { classNameOf } from './class-name';
import type { BothSides } from './side';

/** Instances of classes of one name in two files look alike, but for who asks which class they are of: that nobody does is stated. */
export function noteClasses({ first: left, second: right }: BothSides, first: Ref, second: Ref): void {
  const [a, b] = [constructorOf(left, first), constructorOf(right, second)];
  if (a === null || b === null || a.module.path === b.module.path) return;
  const name = classNameOf(right, second) ?? '';
  right.note({
    kind: 'stated',
    what: `nobody tells the class ${name} of ${a.module.path} from that of ${b.module.path}`,
  });
}

function constructorOf(machine: Machine, ref: Ref): Closure | null {
  const { proto } = machine.object(ref);
  const property = proto === null || proto < 0 ? null : findProperty(machine, proto, 'constructor');
  if (property?.kind !== 'data' || property.value.kind !== 'object') return null;
  const { internal } = machine.object(property.value.ref);
  return internal.kind === 'closure' ? internal.closure : null;
}
