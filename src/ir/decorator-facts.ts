import type { ClassMember, DecoratedMember } from './cfg';
import type { Key } from './expression';
import { constraintKinds as kinds, decoratedKinds, modes, places, siteKinds } from './facts';

/** What is needed of the walk through expressions. */
interface Walker {
  property(key: Key): number;
  fresh(): number;
  allocated(kind: number, fn?: number): number;
  constraint(kind: number, ...operands: number[]): void;
  initialise(object: number, property: number, value: number): void;
  access(mode: number, place: number, a: number, b?: number): void;
  readonly strings: { intern(text: string): number };
}

/** What decorators of members are given, and what becomes of what they give: of several, each goes on with what the one before has left. */
export class DecoratorFacts {
  /** Per member, what it is by now, and the descriptor that all its decorators may be given. */
  private readonly known = new Map<DecoratedMember, { before: number; readonly descriptor: number }>();

  add(w: Walker, member: DecoratedMember, decorator: number, result: number): void {
    if (decorator < 0) return;
    let state = this.known.get(member);
    if (state === undefined) this.known.set(member, (state = begin(w, member)));
    const after = w.fresh();
    const [kind, isStatic] = [decoratedKinds.indexOf(member.kind), member.isStatic ? 1 : 0];
    const given = [decorator, result, state.descriptor, state.before, after];
    w.constraint(kinds.decorated, ...given, member.constructorFn, w.property(member.key), isStatic, kind);
    state.before = after;
  }

  /** A decorator returns: whoever reads the member may find something else now. */
  define(w: Walker, { key }: DecoratedMember, holder: number): void {
    w.access(modes.weakDef, places.field, holder, w.property(key));
  }
}

function begin(w: Walker, { kind, functions }: DecoratedMember): { before: number; readonly descriptor: number } {
  const descriptor = w.allocated(siteKinds.object);
  let before = w.fresh();
  for (const [role, fn] of functions) {
    const closure = w.allocated(siteKinds.closure, fn);
    w.initialise(descriptor, w.strings.intern(roleProperties[role]), closure);
    if (role === kind) before = closure;
  }
  return { before, descriptor };
}

const roleProperties: Readonly<Record<ClassMember['kind'], string>> = { method: 'value', get: 'get', set: 'set' };
