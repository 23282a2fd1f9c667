import type { PointerSolver } from './pointers';

type Host = Pick<PointerSolver, 'objects' | 'pointsTo'>;

/** `this` of a member that is not static. */
interface Receiver {
  /** Null for what no subclass overrides: its constructor, and initialisers of its fields. */
  readonly name: string | null;
  readonly variable: number;
}

/**
 * Members that a class inherits are called on its instances, which code outside of the program may make: `this` in them may be
 * an instance of any subclass that does not override them.
 */
export class InheritedReceivers {
  /** By the function of a class: those of its own members, then those that it inherits. */
  private readonly receivers = new Map<number, Receiver[]>();
  private readonly members = new Map<number, Set<string>>();
  private readonly subclasses = new Map<number, number[]>();

  constructor(private readonly host: Host) {}

  /** Before subclasses are known. */
  add(owner: number, name: string | null, variable: number): void {
    listAt(this.receivers, owner).push({ name, variable });
    if (name === null) return;
    const known = this.members.get(owner);
    if (known === undefined) this.members.set(owner, new Set([name]));
    else known.add(name);
  }

  extend(parent: number, sub: number): void {
    listAt(this.subclasses, parent).push(sub);
    for (const receiver of listAt(this.receivers, parent)) this.inherit(receiver, sub);
  }

  private inherit(receiver: Receiver, sub: number): void {
    const { name, variable } = receiver;
    const own = listAt(this.receivers, sub);
    if (own.includes(receiver) || (name !== null && this.members.get(sub)?.has(name) === true)) return;
    own.push(receiver);
    this.host.pointsTo.add(variable, this.host.objects.instance(sub));
    for (const further of listAt(this.subclasses, sub)) this.inherit(receiver, further);
  }
}

function listAt<T>(lists: Map<number, T[]>, key: number): T[] {
  const known = lists.get(key);
  if (known !== undefined) return known;
  const made: T[] = [];
  lists.set(key, made);
  return made;
}
