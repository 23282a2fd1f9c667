import { targetOf } from '#ir/operands';
import type { ConditionList } from './condition';
import type { Frame } from './frame';
import type { Observer } from './run';
import type { Site } from './site';
import type { State } from './state';

/** A state of the symbolic execution tree (DiSE Fig. 1): where a path has to decide, or where it ends. */
export interface RecordedNode {
  readonly kind: 'fork' | 'end' | 'open';
  readonly parent: RecordedNode | null;
  /** By what they decided; the one that was gone on with first is first. */
  readonly children: readonly RecordedNode[];
  /** Everything that had to be true to get here. */
  readonly conditions: ConditionList | null;
  /** What the program holds; of a node that is still open, where its path was left. */
  readonly state: State;
  /** The activation whose variables are of interest: at a fork the one that decides, at an end that of the function. */
  readonly frame: Frame | null;
  readonly site: Site | null;
}

/** Watches an exploration of one function and keeps its tree. */
export class TreeRecorder implements Observer {
  readonly #roots: Recorded[] = [];
  readonly #nodeOf = new Map<State, Recorded>();
  readonly #endOf = new Map<State, Recorded>();
  readonly #path: string;
  readonly #fn: number;
  #start: State | null = null;

  /** What happens before the function is entered, such as the loading of its module, is not part of its tree. */
  constructor(path: string, fn: number) {
    this.#path = path;
    this.#fn = fn;
  }

  /** One for each state in which the function is called: as a rule there is one. */
  get roots(): readonly RecordedNode[] {
    return this.#roots;
  }

  /** How everything was when the function was called first; null when it never was. */
  get start(): State | null {
    return this.#start;
  }

  /** Cells of module variables that the path to an end wrote to, also with what they held already. */
  writtenBefore(end: State): ReadonlySet<number> {
    const written = new Set<number>();
    for (let node = this.#endOf.get(end) ?? null; node !== null; node = node.parent) {
      for (const cell of node.written) written.add(cell);
    }
    return written;
  }

  stepped(state: State): void {
    const { frame } = state;
    if (frame === null) return;
    const known = this.#nodeOf.get(state);
    const cell = known === undefined ? undefined : writtenCell(frame);
    if (cell !== undefined) known?.written.add(cell);
    if (frame.caller !== null) return;
    const isOwn = frame.closure.fn.index === this.#fn && frame.closure.module.path === this.#path;
    if (known !== undefined) {
      if (isOwn) known.ownFrame = frame;
    } else if (isOwn && frame.node === frame.closure.fn.entry) {
      const root = new Recorded(null, state);
      root.ownFrame = frame;
      this.#start ??= state.fork();
      this.#roots.push(root);
      this.#nodeOf.set(state, root);
    }
  }

  forked(states: readonly State[]): void {
    const [moved, sibling] = states;
    const node = moved === undefined ? undefined : this.#nodeOf.get(moved);
    if (node === undefined || sibling === undefined) return;
    // The one that was executed has moved on already; the others are still where it was.
    node.decides(sibling.fork(), shared(states.map(({ conditions }) => conditions)));
    for (const state of states) {
      const child = new Recorded(node, state);
      child.ownFrame = node.ownFrame;
      node.children.push(child);
      this.#nodeOf.set(state, child);
    }
  }

  ended(state: State): void {
    const node = this.#nodeOf.get(state);
    if (node === undefined) return;
    node.ends(state);
    this.#nodeOf.delete(state);
    this.#endOf.set(state, node);
  }
}

class Recorded implements RecordedNode {
  kind: RecordedNode['kind'] = 'open';
  readonly parent: Recorded | null;
  readonly children: Recorded[] = [];
  conditions: ConditionList | null;
  state: State;
  frame: Frame | null = null;
  site: Site | null = null;
  /** Cells of module variables written since the parent. */
  readonly written = new Set<number>();
  /** The activation of the function itself, as it was last seen. */
  ownFrame: Frame | null = null;

  constructor(parent: Recorded | null, state: State) {
    this.parent = parent;
    this.state = state;
    this.conditions = state.conditions;
  }

  decides(before: State, conditions: ConditionList | null): void {
    this.kind = 'fork';
    this.state = before;
    this.conditions = conditions;
    this.frame = before.frame;
    this.site = before.frame === null ? null : siteOf(before.frame);
  }

  ends(state: State): void {
    this.kind = 'end';
    this.state = state;
    this.conditions = state.conditions;
    this.frame = this.ownFrame;
  }
}

/** The cell of the module variable that the node at hand is about to assign to. */
function writtenCell({ closure: { module, fn }, node, env }: Frame): number | undefined {
  const op = fn.nodes[node]?.op;
  const target = op === undefined ? null : targetOf(op);
  if (target?.kind !== 'var' || target.declare) return undefined;
  return module.bindings[target.binding]?.owner === 0 ? env.get(target.binding) : undefined;
}

function siteOf({ closure, node }: Frame): Site {
  return { path: closure.module.path, fn: closure.fn.index, node };
}

/** What all of some paths have in common. */
function shared(lists: readonly (ConditionList | null)[]): ConditionList | null {
  const [first = null, ...others] = lists;
  return others.reduce(sharedByTwo, first);
}

function sharedByTwo(a: ConditionList | null, b: ConditionList | null): ConditionList | null {
  let [left, right] = [a, b];
  while (left !== right) {
    if ((left?.length ?? 0) >= (right?.length ?? 0)) left = left?.before ?? null;
    else right = right?.before ?? null;
  }
  return left;
}
