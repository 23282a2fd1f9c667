import { grown } from './symbol-list';

/** What is known of each rule of a grammar that grows. Rule 0 is the start, which nothing uses. */
export class RuleTable {
  /** The node that begins and ends the rule's body; 0 when the rule is gone. */
  guard = new Int32Array(64);
  uses = new Int32Array(64);
  /** All nodes that use the rule, by exclusive or: the node itself when there is one. */
  usersXor = new Int32Array(64);
  /** Exits in the rule's expansion, which never changes. */
  exits = new Int32Array(64);
  readonly #free: number[] = [];
  #top = 0;

  /** All numbers of rules are below this. */
  get end(): number {
    return this.#top;
  }

  allocate(guard: number, exits: number): number {
    const rule = this.#free.pop() ?? this.#top++;
    if (rule === this.guard.length) this.#grow();
    this.guard[rule] = guard;
    this.exits[rule] = exits;
    this.uses[rule] = 0;
    this.usersXor[rule] = 0;
    return rule;
  }

  release(rule: number): void {
    this.guard[rule] = 0;
    this.#free.push(rule);
  }

  isLive(rule: number): boolean {
    return this.guard[rule] !== 0;
  }

  #grow(): void {
    this.guard = grown(this.guard);
    this.uses = grown(this.uses);
    this.usersXor = grown(this.usersXor);
    this.exits = grown(this.exits);
  }
}
