import type { FunctionId } from '#core/ids';
import { EXIT, RETURN, type ExecutionTrace } from '#dynamic/events';
import { EvolveImpact } from '#dynamic/evolve-impact';
import { decodeGrammar, encodeGrammar } from '#dynamic/grammar-bytes';
import type { Recording, TestCase } from '#trace/recording';
import type { KeptPaths } from './kept-recording';
import type { Version } from './versions';

/**
 * Whole paths after a run of some tests: those of tests that ran again, or are no more, are taken out of the grammar, what
 * was traced is added. Functions go by their ids, which outlive the numbers of a recording.
 */
export function updatePaths(known: KeptPaths | null, ran: Recording, all: Recording, recorded: Version): KeptPaths {
  const functions = [...(known?.functions ?? [])];
  const indexes = new Map(functions.map((id, index) => [id, index]));
  const indexOf = (id: string): number => {
    const found = indexes.get(id);
    if (found !== undefined) return found;
    indexes.set(id, functions.length);
    return functions.push(id) - 1;
  };
  const names = namesOf(ran, recorded);
  const grammar = known === null ? null : decodeGrammar(known.grammar);
  const evolved =
    grammar === null || known === null ? new EvolveImpact() : EvolveImpact.restore(grammar, known.densityOfBuild);
  const present = new Set(all.executions.map(({ test }) => traceKey(test)));
  const again = new Set(ran.executions.map(({ test }) => traceKey(test)));
  const stale = (grammar?.keys ?? []).filter((key) => again.has(key) || !present.has(key));
  const added = ran.executions.map(({ test, segments }): ExecutionTrace => ({
    key: traceKey(test),
    events: eventsOf(ran, segments, (fn) => indexOf(names[fn] ?? `function ${fn}`)),
  }));
  evolved.update({ removed: stale, added });
  return { functions, grammar: encodeGrammar(evolved.grammar()), densityOfBuild: evolved.densityOfBuild };
}

export function traceKey({ file, titles, ordinal, project }: TestCase): string {
  return JSON.stringify([file, titles, ordinal, project]);
}

/** Ids of the functions of a recording, by their numbers. */
function namesOf(recording: Recording, { loaded }: Version): string[] {
  const { program } = loaded;
  const ids = new Map<string, string>();
  for (let fn = 0; fn < program.functionCount; fn++) {
    const { module, index } = program.locate(fn as FunctionId);
    const key = `${module.path}\0${program.functionKind(fn as FunctionId)}\0${module.functions.start[index] ?? -1}`;
    ids.set(key, program.nameOf(fn as FunctionId));
  }
  return recording.modules.flatMap(({ path, functions }) =>
    functions.map(({ kind, start }) => ids.get(`${path}\0${kind}\0${start}`) ?? `${path}#${kind}@${start}`),
  );
}

/** The traces of a test's segments one after the other, with its end. */
function eventsOf(recording: Recording, segments: readonly number[], number: (fn: number) => number): Int32Array {
  const traces = segments.flatMap((s) => recording.segments[s]?.trace ?? []);
  const events = new Int32Array(traces.reduce((sum, trace) => sum + trace.length, 0) + 1);
  let at = 0;
  for (const trace of traces) for (const event of trace) events[at++] = event > 0 ? number(event - 1) : RETURN;
  events[at] = EXIT;
  return events;
}
