import { dagPathImpact } from '#dynamic/dag-walk';
import { EXIT } from '#dynamic/events';
import { decodeGrammar } from '#dynamic/grammar-bytes';
import type { ImpactTechnique } from '#dynamic/impact-technique';
import { OnlineImpact } from '#dynamic/online-impact';
import { pathImpact } from '#dynamic/path-impact';
import { WholePathDag } from '#dynamic/whole-path-dag';
import { expandGrammar } from '#dynamic/whole-path-grammar';
import type { KeptRecording } from './kept-recording';

/** A technique, or the name of one that the recording has not what it needs for. */
export interface DescribedTechnique {
  readonly technique: ImpactTechnique | null;
  readonly name?: string;
  readonly about: string;
}

/** Techniques that need the order of all calls: there when it was recorded with `--paths`. Functions are known by their ids. */
export function tracedTechniques(
  { paths }: KeptRecording,
  idOf: (number: number) => string | undefined,
  numberOf: (id: string) => number | undefined,
): DescribedTechnique[] {
  const grammar = paths === null ? null : decodeGrammar(paths.grammar);
  if (paths === null || grammar === null) {
    return Object.entries(abouts).map(([name, about]) => ({ technique: null, name, about }));
  }
  const traces = tracesOf(expandGrammar(grammar), grammar.keys);
  const online = { after: new OnlineImpact('after'), stack: new OnlineImpact('stack') };
  for (const { events } of traces) for (const rule of [online.after, online.stack]) rule.execution(events);
  const indexes = new Map(paths.functions.map((id, index) => [id, index]));
  const byId = (technique: ImpactTechnique): ImpactTechnique => ({
    name: technique.name,
    impact(changed) {
      const start = [...changed].flatMap((number) => indexes.get(idOf(number) ?? '') ?? []);
      return new Set([...technique.impact(start)].flatMap((index) => numberOf(paths.functions[index] ?? '') ?? []));
    },
  });
  return [
    { about: abouts['path-impact'], technique: byId(pathImpact(traces)) },
    { about: abouts['path-impact-dag'], technique: byId(dagPathImpact(new WholePathDag(grammar))) },
    { about: abouts['online-after'], technique: byId(online.after) },
    { about: abouts['online-stack'], technique: byId(online.stack) },
  ];
}

const abouts = {
  'path-impact': 'what was entered after it, or returned into, on the recorded paths',
  'path-impact-dag': 'the same, on the compressed paths',
  'online-after': 'the same, kept up while tests ran',
  'online-stack': 'what was on the stack with it while tests ran',
} as const;

function tracesOf(events: Int32Array, keys: readonly string[]): { key: string; events: Int32Array }[] {
  const traces: { key: string; events: Int32Array }[] = [];
  let start = 0;
  for (let at = 0; at < events.length; at++) {
    if (events[at] !== EXIT) continue;
    traces.push({ key: keys[traces.length] ?? '', events: events.subarray(start, at + 1) });
    start = at + 1;
  }
  return traces;
}
