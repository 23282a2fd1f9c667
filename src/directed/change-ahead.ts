import { labels } from '#ir/cfg';
import type { Program } from '#ir/program';
import type { Frame } from '#symbolic/frame';
import type { CallingContext, CallingContexts } from './calling-context';
import { wordAt } from './function-nodes';

/**
 * Whether control comes by a node that the change can reach, if it goes on as the graphs of the functions on the stack allow and
 * no error is raised. "Yes" takes no look at calls; after "no", others have to tell: a function that is called may come by one.
 */
export class ChangeAhead {
  readonly #program: Program;
  readonly #contexts: CallingContexts;
  readonly #counts: (context: CallingContext, node: number) => boolean;
  /** By number of the context, then by node: 1 where one is ahead. */
  readonly #known: (Uint8Array | undefined)[] = [];

  /** `counts`: whether executing a node adds to a sequence. */
  constructor(program: Program, contexts: CallingContexts, counts: (context: CallingContext, node: number) => boolean) {
    this.#program = program;
    this.#contexts = contexts;
    this.#counts = counts;
  }

  isSeen(top: Frame | null): boolean {
    let frame = top;
    let context = frame === null ? null : this.#contexts.of(frame);
    while (frame !== null && context !== null) {
      if (this.#of(context)[frame.node] === 1) return true;
      // One that called on its way is in the middle of its node.
      if (context.caller?.resumes !== 'return') return false;
      context = context.caller.context;
      frame = frame.caller;
    }
    return false;
  }

  #of(context: CallingContext): Uint8Array {
    return (this.#known[context.id] ??= this.#find(context));
  }

  #find(context: CallingContext): Uint8Array {
    const ahead = new Uint8Array(context.affected.capacity);
    if (context.reached.isEmpty()) return ahead;
    const { module, index } = this.#program.locate(context.fn);
    const first = wordAt(module.functions.firstNode, index);
    const { edgeOffset, edgeTo, edgeLabel } = module.nodes;
    const leadsOn = (node: number): boolean => {
      for (let edge = wordAt(edgeOffset, first + node); edge < wordAt(edgeOffset, first + node + 1); edge++) {
        if (ahead[wordAt(edgeTo, edge) - first] !== 1) continue;
        const label = module.strings[wordAt(edgeLabel, edge)];
        if (label !== labels.error && label !== labels.virtual) return true;
      }
      return false;
    };
    // Most edges lead to later nodes: the second round finds nothing new but in loops.
    for (let isNew = true; isNew;) {
      isNew = false;
      for (let node = ahead.length - 1; node >= 0; node--) {
        if (ahead[node] === 1) continue;
        if (!leadsOn(node) && !(context.reached.has(node) && this.#counts(context, node))) continue;
        ahead[node] = 1;
        isNew = true;
      }
    }
    return ahead;
  }
}
