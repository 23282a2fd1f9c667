import { constraintKinds as kinds, decoratedKinds, functionKinds, type ModuleFacts } from '#ir/facts';
import { nodeId } from '#core/ids';
import type { CallResolution } from './call-resolution';
import { eachConstraint } from './constraints';
import { ObjectSpace } from './object-space';
import type { PointerSolver } from './pointers';

type Host = Pick<PointerSolver, 'program' | 'objects' | 'pointsTo' | 'varBase' | 'properties' | 'propertyNames'> & {
  readonly calls: CallResolution;
};

/** Variables of the functions that decorators have put in the place of a property: its accessors, and what makes the first value of a field. */
export interface Replaced {
  readonly get: number;
  readonly set: number;
  readonly init: number;
  /** `accessor name = 1`: its first value does not go through its setter. */
  readonly isAccessor: boolean;
}

interface Decorator {
  readonly callee: number;
  readonly result: number;
  readonly descriptor: number;
  readonly before: number;
  readonly after: number;
  readonly owner: number;
  readonly property: number;
  readonly isStatic: boolean;
  readonly kind: (typeof decoratedKinds)[number];
}

/**
 * What decorators make of the members of classes. Whether they are those of the standard or the older ones of TypeScript is
 * not known from a file alone, so they may be either: given the function, or the class and a descriptor, and what they
 * replace is returned, as it is or as part of a descriptor, or left in the descriptor that they were given.
 */
export class DecoratedMembers {
  private readonly decorators: Decorator[] = [];
  private readonly replaced = new Map<number, Map<number, Replaced>>();

  constructor(private readonly host: Host) {}

  collect(module: ModuleFacts, m: number): void {
    const { varBase, program, properties } = this.host;
    eachConstraint(module, (kind, words, at) => {
      if (kind !== kinds.decorated) return;
      const variable = (operand: number): number => varBase[m]! + words[at + operand]!;
      const decorator: Decorator = {
        callee: variable(0),
        result: variable(1),
        descriptor: variable(2),
        before: variable(3),
        after: variable(4),
        owner: program.functionBase[m]! + words[at + 5]!,
        property: properties[m]![words[at + 6]!]!,
        isStatic: words[at + 7] === 1,
        kind: decoratedKinds[words[at + 8]!]!,
      };
      this.decorators.push(decorator);
      if (decorator.kind === 'method') return;
      this.make(this.classOf(decorator), decorator);
      this.make(this.holderOf(decorator), decorator);
    });
  }

  of(object: number, property: number): Replaced | undefined {
    return this.replaced.get(object)?.get(property);
  }

  /** Objects with a property that decorators may have replaced. */
  get all(): ReadonlyMap<number, ReadonlyMap<number, Replaced>> {
    return this.replaced;
  }

  follow(): void {
    for (const decorator of this.decorators) {
      this.pass(decorator);
      this.take(decorator);
    }
  }

  /** Is it where a class gives fields their first values? */
  isInitialiser(node: number): boolean {
    const { program } = this.host;
    const kind = program.functionKind(program.functionOf(nodeId(node)));
    return kind === functionKinds[fieldsKind] || kind === functionKinds[staticKind];
  }

  /** That older ones are given what has the member is said by the call. */
  private pass(decorator: Decorator): void {
    const { pointsTo, objects, calls } = this.host;
    pointsTo.watch(decorator.callee, (object) => {
      if (object === ObjectSpace.common) {
        calls.common.pass(0, decorator.before);
        calls.common.pass(2, decorator.descriptor);
      }
      const fn = objects.functionOf(object);
      if (fn < 0) return;
      calls.passArgument(fn, 0, decorator.before);
      calls.passArgument(fn, 2, decorator.descriptor);
    });
  }

  private take(decorator: Decorator): void {
    const { pointsTo } = this.host;
    const { kind, property, before, result, after } = decorator;
    pointsTo.copy(before, after);
    const descriptors = pointsTo.newVar();
    this.eachKnown(result, (object) => pointsTo.add(descriptors, object));
    this.eachKnown(decorator.descriptor, (object) => pointsTo.add(descriptors, object));
    const values = pointsTo.field(this.classOf(decorator), property);
    this.takePart(descriptors, 'value', [values]);
    if (kind === 'method') {
      this.functionsTo(result, [values, after]);
      this.takePart(descriptors, 'value', [after]);
      return;
    }
    const own = this.make(this.classOf(decorator), decorator);
    for (const role of ['get', 'set'] as const) {
      this.takePart(descriptors, role, kind === role ? [own[role], after] : [own[role]]);
    }
    if (kind === 'get' || kind === 'set') this.functionsTo(result, [own[kind], after]);
    else {
      const { init } = this.make(this.holderOf(decorator), decorator);
      if (kind === 'field') this.functionsTo(result, [init]);
      else this.takePart(descriptors, 'init', [init]);
    }
  }

  /** Where functions that are a property of a descriptor go. */
  private takePart(descriptors: number, name: string, to: readonly number[]): void {
    const part = this.host.pointsTo.newVar();
    this.host.pointsTo.load(descriptors, this.host.propertyNames.intern(name), part);
    this.functionsTo(part, to);
  }

  /** Code outside may give anything: the member is then taken for what it was. */
  private functionsTo(from: number, to: readonly number[]): void {
    const { pointsTo, objects } = this.host;
    pointsTo.watch(from, (object) => {
      if (object === ObjectSpace.common || objects.functionOf(object) >= 0)
        for (const each of to) pointsTo.add(each, object);
    });
  }

  private eachKnown(variable: number, visit: (object: number) => void): void {
    this.host.pointsTo.watch(variable, (object) => {
      if (object >= ObjectSpace.first && this.host.objects.functionOf(object) < 0) visit(object);
    });
  }

  /** What has the methods and accessors. */
  private classOf({ owner, isStatic }: Decorator): number {
    const { objects } = this.host;
    return isStatic ? objects.fn(owner) : objects.prototype(owner);
  }

  /** What has the fields. */
  private holderOf({ owner, isStatic }: Decorator): number {
    const { objects } = this.host;
    return isStatic ? objects.fn(owner) : objects.instance(owner);
  }

  private make(object: number, { property, kind }: Decorator): Replaced {
    const { pointsTo } = this.host;
    let map = this.replaced.get(object);
    if (map === undefined) this.replaced.set(object, (map = new Map()));
    let found = map.get(property);
    if (found === undefined) {
      const [get, set, init] = [pointsTo.newVar(), pointsTo.newVar(), pointsTo.newVar()];
      found = { get, set, init, isAccessor: kind === 'accessor' };
      map.set(property, found);
    }
    return found;
  }
}

const fieldsKind = functionKinds.indexOf('fields');
const staticKind = functionKinds.indexOf('static');
