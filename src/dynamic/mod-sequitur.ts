import { invariant } from '#core/diagnostics';
import { beforeExit, EXIT, type ExecutionTrace, RETURN } from './events';
import { Sequitur } from './sequitur';
import { TraceEnds } from './trace-ends';

/** ModSEQUITUR (Evolve, Fig. 3): one grammar of many executions, each with a key, fed as they run. */
export class ModSequitur {
  readonly ends = new TraceEnds();
  readonly sequitur = new Sequitur(this.ends);

  /** A key that is there must be removed before it comes again. */
  add({ key, events }: ExecutionTrace): void {
    this.append(beforeExit(events));
    this.finish(key);
  }

  /** For executions that are fed in pieces: those of one execution, without its exit; then `finish`. */
  append(events: Int32Array): void {
    for (let i = 0; i < events.length; i++)
      invariant(events[i]! >= RETURN, 'a trace has entries and returns before its exit');
    this.sequitur.appendAll(events);
  }

  finish(key: string): void {
    invariant(this.ends.nodeOf(key) === undefined, 'a grammar has one execution for each key');
    this.ends.put(this.sequitur.place(EXIT), [key]);
    this.sequitur.settle();
  }

  has(key: string): boolean {
    return this.ends.nodeOf(key) !== undefined;
  }

  /** In the order of the executions. */
  keys(): string[] {
    const { list, startGuard } = this.sequitur;
    const keys: string[] = [];
    for (let node = list.next[startGuard]!; node !== startGuard; node = list.next[node]!) {
      for (const key of this.ends.keysAt(node)) keys.push(key);
    }
    return keys;
  }
}
