import { dagPathImpact } from './dag-walk';
import { EXIT, type ExecutionTrace } from './events';
import { findKeyList } from './find-key-list';
import { freezeGrammar, restoreGrammar } from './freeze-grammar';
import type { ImpactTechnique } from './impact-technique';
import { ModSequitur } from './mod-sequitur';
import { removeTest } from './remove-test';
import { WholePathDag } from './whole-path-dag';
import { eventCount, expandGrammar, type WholePathGrammar } from './whole-path-grammar';

/** What became of a test suite: executions that are no more, or that come again, and those that are new. */
export interface SuiteUpdate {
  readonly removed: Iterable<string>;
  readonly added: Iterable<ExecutionTrace>;
}

export interface UpdateSummary {
  readonly removed: number;
  readonly added: number;
  readonly rebuilt: boolean;
}

/**
 * How many times the symbols for each event may be those of the last build. Updates that are settled stay within a few percent of a
 * build (docs/DYNAMIC.md), so more says that the traces themselves have become other ones, or that many small losses add up.
 */
const ALLOWED_LOSS = 1.25;

/**
 * EvolveImpact (Evolve, Section 4): a grammar of a suite's executions that is updated as tests and code change, and PathImpact on
 * it. A removal costs what the trace shares with its neighbours, an addition its events, a build all events: as long as any
 * execution stays, an update is the cheaper way, and only compression asks for a new build.
 */
export class EvolveImpact implements ImpactTechnique {
  readonly name = 'evolve-impact';
  #grammar: ModSequitur;
  #dag: WholePathDag | null = null;
  /** Symbols for each event when the grammar was last built at once. */
  #densityOfBuild: number;

  constructor(grammar = new ModSequitur(), densityOfBuild = Infinity) {
    this.#grammar = grammar;
    this.#densityOfBuild = densityOfBuild;
  }

  static of(traces: Iterable<ExecutionTrace>): EvolveImpact {
    const evolved = new EvolveImpact();
    evolved.update({ removed: [], added: traces });
    return evolved;
  }

  /** From a store: `densityOfBuild` as it was when the grammar was kept. */
  static restore(grammar: WholePathGrammar, densityOfBuild: number): EvolveImpact {
    return new EvolveImpact(restoreGrammar(grammar), densityOfBuild);
  }

  get densityOfBuild(): number {
    return this.#densityOfBuild;
  }

  has(key: string): boolean {
    return this.#grammar.has(key);
  }

  grammar(): WholePathGrammar {
    return this.#currentDag().grammar;
  }

  impact(changed: Iterable<number>): Set<number> {
    return dagPathImpact(this.#currentDag()).impact(changed);
  }

  /** Keys of the executions that a change of these functions affects: those to run again. */
  affectedBy(functions: Iterable<number>): string[] {
    return findKeyList(this.#currentDag(), functions);
  }

  /** An added execution replaces the one with its key. */
  update({ removed, added }: SuiteUpdate): UpdateSummary {
    const wasEmpty = this.#grammar.ends.size === 0;
    let removedCount = 0;
    let addedCount = 0;
    for (const key of removed) if (removeTest(this.#grammar, key)) removedCount++;
    for (const execution of added) {
      removeTest(this.#grammar, execution.key);
      this.#grammar.add(execution);
      addedCount++;
    }
    this.#grammar.sequitur.settle();
    this.#dag = null;
    const density = this.#density();
    const rebuilt = !wasEmpty && density > this.#densityOfBuild * ALLOWED_LOSS;
    if (rebuilt) this.rebuild();
    else if (wasEmpty) this.#densityOfBuild = density;
    return { removed: removedCount, added: addedCount, rebuilt };
  }

  /** SEQUITUR once more over all that the grammar derives. */
  rebuild(): void {
    const { keys } = this.grammar();
    const events = expandGrammar(this.grammar());
    this.#grammar = new ModSequitur();
    let from = 0;
    for (const key of keys) {
      const end = events.indexOf(EXIT, from);
      this.#grammar.add({ key, events: events.subarray(from, end) });
      from = end + 1;
    }
    this.#dag = null;
    this.#densityOfBuild = this.#density();
  }

  #density(): number {
    const events = eventCount(this.grammar());
    return events === 0 ? Infinity : this.#grammar.sequitur.size / events;
  }

  #currentDag(): WholePathDag {
    this.#dag ??= new WholePathDag(freezeGrammar(this.#grammar));
    return this.#dag;
  }
}
