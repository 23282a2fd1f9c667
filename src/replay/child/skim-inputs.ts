import { types } from 'node:util';
import { callsWithKeyNames, withKeyNames, type KeyNames } from '../key-names';
import type { ChildInput } from '../protocol';
import { CallLog } from './call-log';
import { digestOf } from './digest';
import { ExitSignal } from './guards';
import { importedValue } from './imported-value';
import { laterCallee, type MadeInput } from './later-callee';
import { ModuleGraph } from './module-graph';
import { Observer } from './observe';
import { Probes } from './probes';
import type { LoadedProgram, Surroundings } from './run-input';
import { settle } from './settle';

/**
 * A first look at many inputs: all meet one instance of the modules, and what they leave waiting is not waited for. What each
 * does comes as a digest, null where it says nothing. Inputs may feel each other, so a second look has to show what counts.
 */
export async function skimInputs(
  { program, modules }: LoadedProgram,
  inputs: readonly ChildInput[],
  names: KeyNames | null,
  around: Surroundings,
): Promise<(string | null)[]> {
  around.time.reset();
  const log = new CallLog();
  around.current.log = log;
  const probes = new Probes(log);
  const graph = new ModuleGraph(around.library, program, modules, probes);
  const loaded = await settle(graph.load(program.entry), around.time, around.idleResources);
  if (loaded.kind !== 'fulfilled' || program.target.kind === 'module') return inputs.map(() => null);
  await around.onCalling();
  const digests: (string | null)[] = [];
  for (const input of inputs) {
    for (const local of input.imports) {
      const found = program.imports.find((name) => name.local === local);
      if (found === undefined || probes.imported(local) !== undefined) continue;
      probes.setImported(local, await importedValue(found, graph, probes));
    }
    around.time.reset();
    around.random.reset();
    digests.push(skim(input, names, program.target, probes, graph.exportsOf(program.entry), log));
  }
  log.close();
  return digests;
}

function skim(
  input: ChildInput,
  names: KeyNames | null,
  place: LoadedProgram['program']['target'],
  probes: Probes,
  exported: unknown,
  log: CallLog,
): string | null {
  try {
    const made = probes.evaluate(input.text) as MadeInput;
    const target = probes.target(place, () => Reflect.get(exported as object, 'default'));
    if (target.kind === 'not-callable') return null;
    log.forget();
    const ends = endsOf(input, made, (args) => target.call(made.receiver, args), probes);
    const last = ends?.at(-1);
    if (ends === null || last === undefined || log.refused !== null) return null;
    const observer = new Observer();
    const left = [...(input.showsReceiver ? [made.receiver] : []), ...made.args].map((value) =>
      observer.observe(value),
    );
    const shown = ends.map(({ how, value }) => [how, new Observer().observe(value)]);
    const digest = digestOf([
      ...withKeyNames([shown, ...left], names),
      callsWithKeyNames(log.calls, names),
      log.exitCode,
    ]);
    return `${last.how}${typeof last.value === 'function' ? ' a function' : ''} ${digest}`;
  } catch {
    // The input could not be made, or there was no room to look at what came of it.
    return null;
  }
}

interface End {
  readonly how: 'returns' | 'throws';
  readonly value: unknown;
}

/** How the call and the later ones ended; null where one cannot be made, or is not seen to end. */
function endsOf(
  { later, atOnce }: ChildInput,
  made: MadeInput,
  first: (args: unknown[]) => unknown,
  probes: Probes,
): End[] | null {
  const ends: End[] = [];
  let call: ((args: unknown[]) => unknown) | null = first;
  for (let index = -1; ; index++) {
    const [make, args] = [call, index < 0 ? made.args : (made.later[index] ?? [])];
    const end: End | null = make === null ? null : ended(() => make([...args]), atOnce && index < 0);
    if (end === null) return null;
    ends.push(end);
    const next = later[index + 1];
    if (next === undefined) return ends;
    const results = ends.map(({ value }) => value);
    if (next.from.kind === 'timer') return null;
    call = laterCallee(next, made, results, {
      variable: (name) => probes.evaluate(name),
      given: [],
      fire: () => undefined,
    });
  }
}

/** Null for what a first look cannot see the end of. */
function ended(call: () => unknown, isOnlyBegun: boolean): End | null {
  try {
    const value = call();
    if (isOnlyBegun && types.isPromise(value)) {
      void Promise.resolve(value).catch(() => {});
      return { how: 'returns', value: undefined };
    }
    return types.isPromise(value) || types.isGeneratorObject(value) ? null : { how: 'returns', value };
  } catch (error) {
    if (error instanceof ExitSignal) return { how: 'throws', value: undefined };
    if (error instanceof RangeError && /^Maximum call stack|^Invalid (?:string|array) length/.test(error.message))
      return null;
    return { how: 'throws', value: error };
  }
}
