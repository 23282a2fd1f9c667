import { calleeKinds, type ModuleFacts } from '#ir/facts';
import type { PointerSolver } from './pointers';

const name = 'inherits';

/** Whether a call has the name of Node's `util.inherits`, and of the package that stands for it: `inherits(Child, Parent)`. */
export function isInherits({ calls, bindings, strings }: ModuleFacts, call: number): boolean {
  const kind = calleeKinds[calls.callee[call]!];
  if (kind === 'method') return strings[calls.property[call]!] === name;
  const callee = calls.target[call]!;
  return kind === 'value' && callee >= 0 && callee < bindings.count && strings[bindings.name[callee]!] === name;
}

/** The prototype of the first inherits from that of the second, which the first knows as `super_`. */
export function inheritAsNode(
  { pointsTo, objects, propertyNames }: Pick<PointerSolver, 'pointsTo' | 'objects' | 'propertyNames'>,
  [child = -1, parent = -1]: readonly number[],
): void {
  if (child < 0 || parent < 0) return;
  pointsTo.watch(child, (object) => {
    const fn = objects.functionOf(object);
    if (fn < 0) return;
    pointsTo.copy(parent, pointsTo.field(object, propertyNames.intern('super_')));
    pointsTo.load(
      parent,
      propertyNames.intern('prototype'),
      pointsTo.field(objects.prototype(fn), pointsTo.protoProperty),
    );
  });
}
