import { types } from 'node:util';
import { observationLimits, type GeneratorEnd, type Observed } from '../observed';
import type { Completion, ReplayOutcome } from '../outcome';
import type { ChildInput, ChildModule, ChildProgram } from '../protocol';
import { CallLog, type CurrentLog } from './call-log';
import { ExitSignal } from './guards';
import { exportAttributes } from './export-attributes';
import { importedValue } from './imported-value';
import { laterCallee, type MadeInput } from './later-callee';
import type { LocalClock } from './local-clock';
import { ModuleGraph, type ModuleLibrary } from './module-graph';
import { inherited, Observer, type PromiseStates } from './observe';
import { Probes } from './probes';
import type { SeededRandom } from './seeded-random';
import { drain, settle, settleAll } from './settle';
import { stateValues } from './state-values';
import type { VirtualTime } from './virtual-time';

/** What stays the same from input to input. */
export interface Surroundings {
  readonly library: ModuleLibrary;
  readonly current: CurrentLog;
  readonly time: VirtualTime;
  readonly clock: LocalClock;
  readonly random: SeededRandom;
  /** Active resources of a child that does nothing. */
  readonly idleResources: number;
  /** Told when the modules are loaded and the call begins. */
  readonly onCalling: () => Promise<void>;
}

export interface LoadedProgram {
  readonly program: ChildProgram;
  readonly modules: ReadonlyMap<string, ChildModule>;
}

export interface InputResult {
  readonly outcome: ReplayOutcome;
  /** Nothing of this input goes on. */
  readonly isQuiet: boolean;
}

/** One input, from a fresh instance of the modules to what can be seen afterwards. */
export async function runInput(loaded: LoadedProgram, input: ChildInput, around: Surroundings): Promise<InputResult> {
  around.time.reset();
  around.random.reset();
  around.clock.wasAsked = false;
  const log = new CallLog();
  around.current.log = log;
  const run = new InputRun(loaded, input, around, log);
  const outcome = await run.outcome();
  const isQuiet = await drain(around.time, around.idleResources);
  log.close();
  const complete = outcome.complete && log.complete;
  const seen = around.clock.wasAsked ? { localTime: true as const } : {};
  const completion = judged(outcome.completion, log);
  return { outcome: { ...outcome, completion, calls: log.calls, complete, ...seen }, isQuiet };
}

/** What was refused or ended the process goes before what the program made of it. */
function judged(completion: Completion, log: CallLog): Completion {
  if (log.refused !== null) return { kind: 'refused', what: log.refused };
  if (log.exitCode !== null) return { kind: 'exits', code: log.exitCode };
  return completion;
}

type Called = { readonly completion: Completion; readonly async: boolean };

/** With what the call gave, for those who go on with it. */
type Made = Called & { readonly result: unknown };

class InputRun {
  readonly #program: ChildProgram;
  readonly #input: ChildInput;
  readonly #around: Surroundings;
  readonly #log: CallLog;
  readonly #probes: Probes;
  readonly #graph: ModuleGraph;
  readonly #promises: PromiseStates = new WeakMap();
  #complete = true;

  constructor({ program, modules }: LoadedProgram, input: ChildInput, around: Surroundings, log: CallLog) {
    this.#program = program;
    this.#input = input;
    this.#around = around;
    this.#log = log;
    this.#probes = new Probes(log);
    this.#graph = new ModuleGraph(around.library, program, modules, this.#probes);
  }

  async outcome(): Promise<ReplayOutcome> {
    const isModule = this.#program.target.kind === 'module';
    if (isModule) await this.#around.onCalling();
    const loaded = await this.#load();
    if (loaded !== null) {
      if (!isModule) this.#log.forget();
      return this.#observed(isModule ? loaded.asCompletion : loaded.asObstacle, null, false);
    }
    if (isModule) {
      const exported = this.#graph.ownExportsOf(this.#program.entry);
      const outcome = this.#observed({ kind: 'returns', value: this.#value(exported) }, null, false);
      return { ...outcome, exportAttributes: exportAttributes(exported) };
    }
    let made: MadeInput;
    try {
      for (const local of this.#input.imports) await this.#import(local);
      await this.#around.onCalling();
      made = this.#probes.evaluate(this.#input.text) as MadeInput;
    } catch (error) {
      const reason = `the input could not be made: ${describe(error)}`;
      return this.#observed({ kind: 'not-callable', reason }, null, false);
    }
    this.#log.forget();
    const given = this.#input.lookBefore ? { given: this.#value([made.receiver, ...made.args]) } : {};
    const { completion, async, earlier } = await this.#call(made);
    const results: Observed[] = [];
    for (const value of earlier) results.push(await this.#settledValue(value));
    await this.#waitForWhatIsLeft(made);
    return { ...this.#observed(completion, made, async), ...given, ...(results.length === 0 ? {} : { results }) };
  }

  /** Null when all went well. */
  async #load(): Promise<{ asCompletion: Completion; asObstacle: Completion } | null> {
    const loading = this.#graph.load(this.#program.entry);
    const settled = await settle(loading, this.#around.time, this.#around.idleResources);
    if (settled.kind === 'fulfilled') return null;
    if (settled.kind === 'never') {
      const reason = 'the module waits at its top for something that never happens';
      return { asCompletion: { kind: 'never-settles' }, asObstacle: { kind: 'not-callable', reason } };
    }
    const reason = `the module failed to load: ${describe(settled.reason)}`;
    return { asCompletion: this.#thrown(settled.reason), asObstacle: { kind: 'not-callable', reason } };
  }

  async #import(local: string): Promise<void> {
    const found = this.#program.imports.find((name) => name.local === local);
    if (found === undefined) return;
    this.#probes.setImported(local, await importedValue(found, this.#graph, this.#probes));
  }

  async #call(made: MadeInput): Promise<Called & { readonly earlier: readonly unknown[] }> {
    const target = this.#probes.target(this.#program.target, () =>
      Reflect.get(this.#graph.exportsOf(this.#program.entry) as object, 'default'),
    );
    if (target.kind === 'not-callable') return { completion: target, async: false, earlier: [] };
    const first = (): unknown => target.call(made.receiver, [...made.args]);
    const begun = this.#input.atOnce ? this.#begun(first) : null;
    let last = begun ?? (await this.#settled(first));
    const earlier: unknown[] = [];
    for (const [index, callee] of this.#input.later.entries()) {
      // What a later call does may settle a promise.
      if (!['returns', 'throws', 'never-settles'].includes(last.completion.kind)) break;
      earlier.push(last.result);
      const found = laterCallee(callee, made, earlier, {
        variable: (name) => this.#probes.evaluate(name),
        given: this.#log.given,
        fire: () => void this.#around.time.fireNext(),
      });
      if (found === null) {
        const completion = { kind: 'not-callable', reason: 'what is to be called later is not there' } as const;
        return { completion, async: false, earlier };
      }
      last = await this.#settled(() => found([...(made.later[index] ?? [])]));
    }
    // What it goes on to do is no part of what was seen amid, and has to be done before all else is looked at.
    if (types.isPromise(begun?.result)) {
      await settle(begun.result as object, this.#around.time, this.#around.idleResources);
      return { completion: last.completion, async: last.async, earlier: earlier.slice(1) };
    }
    return { completion: last.completion, async: last.async, earlier };
  }

  /** A call that is not waited for. */
  #begun(call: () => unknown): Made {
    try {
      const result = call();
      if (types.isPromise(result)) void Promise.resolve(result).catch(() => {});
      return { completion: { kind: 'returns', value: this.#value(undefined) }, async: false, result };
    } catch (error) {
      return { completion: this.#thrown(error), async: false, result: undefined };
    }
  }

  async #settled(call: () => unknown): Promise<Made> {
    let result: unknown;
    try {
      result = call();
    } catch (error) {
      return { completion: this.#thrown(error), async: false, result: undefined };
    }
    const isAsync = types.isPromise(result);
    if (isAsync) {
      const settled = await settle(result as object, this.#around.time, this.#around.idleResources);
      if (settled.kind === 'never') return { completion: { kind: 'never-settles' }, async: true, result };
      if (settled.kind === 'rejected') return { completion: this.#thrown(settled.reason), async: true, result };
      result = settled.value;
    }
    if (isGenerator(result)) return { completion: await this.#generated(result), async: isAsync, result };
    return { completion: { kind: 'returns', value: await this.#settledValue(result) }, async: isAsync, result };
  }

  #thrown(error: unknown): Completion {
    if (error instanceof ExitSignal) return { kind: 'exits', code: this.#log.exitCode ?? 0 };
    const message = types.isNativeError(error) ? inherited(error, 'message') : undefined;
    if (error instanceof RangeError && typeof message === 'string') {
      if (message === 'Maximum call stack size exceeded') return { kind: 'out-of-stack' };
      if (exhausted.test(message)) return { kind: 'out-of-memory' };
    }
    if (types.isNativeError(error) && inherited(error, 'code') === 'ERR_ACCESS_DENIED') {
      return {
        kind: 'refused',
        what: `${String(inherited(error, 'permission') ?? 'access')} ${String(inherited(error, 'resource') ?? '')}`.trim(),
      };
    }
    return { kind: 'throws', error: this.#value(error) };
  }

  /** Values are looked at as they are yielded: later ones may be the same object, changed. */
  async #generated(generator: object): Promise<Completion> {
    const values: Observed[] = [];
    const open: Observer[] = [];
    let end: GeneratorEnd = { kind: 'cut' };
    while (values.length < observationLimits.yields) {
      try {
        const asked = this.#step(generator);
        // Nothing else runs while a consumer takes the values of a generator that is not async.
        const step = asked instanceof Promise ? await asked : asked;
        if (step === 'never') return { kind: 'never-settles' };
        if (step.done === true) {
          end = { kind: 'returns', value: this.#value(step.value) };
          break;
        }
        const observer = new Observer(this.#promises);
        values.push(this.#noted(observer.observe(step.value), observer));
        if (observer.unsettled.length > 0) open.push(observer);
      } catch (error) {
        const completion = this.#thrown(error);
        if (completion.kind !== 'throws') return completion;
        end = { kind: 'throws', error: completion.error };
        break;
      }
    }
    if (end.kind === 'cut') this.#complete = false;
    if (open.length > 0) await this.#wait([...new Set(open.flatMap(({ unsettled }) => unsettled))]);
    for (const observer of open) observer.fillIn(this.#promises);
    const contents = { kind: 'generator', values, end } as const;
    return { kind: 'returns', value: { kind: 'object', id: 0, constructorName: null, contents, properties: [] } };
  }

  #step(generator: object): IteratorResult<unknown, unknown> | Promise<IteratorResult<unknown, unknown> | 'never'> {
    const next = inherited(generator, 'next') as (this: unknown) => unknown;
    const step = Reflect.apply(next, generator, []);
    return types.isPromise(step) ? this.#settledStep(step) : (step as IteratorResult<unknown, unknown>);
  }

  async #settledStep(step: object): Promise<IteratorResult<unknown, unknown> | 'never'> {
    const settled = await settle(step, this.#around.time, this.#around.idleResources);
    if (settled.kind === 'rejected') throw settled.reason;
    return settled.kind === 'never' ? 'never' : (settled.value as IteratorResult<unknown, unknown>);
  }

  /** A second look when promises were found inside: by then it is known what became of them. */
  async #settledValue(value: unknown): Promise<Observed> {
    const first = new Observer(this.#promises);
    const observed = first.observe(value);
    if (first.unsettled.length === 0) return this.#noted(observed, first);
    await this.#wait(first.unsettled);
    return this.#value(value);
  }

  async #wait(promises: readonly object[]): Promise<void> {
    const waited = promises.slice(0, mostPromises);
    const settled = await settleAll(waited, this.#around.time, this.#around.idleResources);
    for (const promise of waited) {
      const end = settled.get(promise);
      if (end === undefined) this.#promises.set(promise, { state: 'pending', value: undefined });
      else if (end.kind === 'fulfilled') this.#promises.set(promise, { state: 'fulfilled', value: end.value });
      else this.#promises.set(promise, { state: 'rejected', value: end.reason });
    }
  }

  /** Promises in what the call may have changed count for what becomes of them, whether or not the program waits for them. */
  async #waitForWhatIsLeft(made: MadeInput): Promise<void> {
    const observer = new Observer(this.#promises);
    if (this.#input.showsReceiver) observer.observe(made.receiver);
    for (const arg of made.args) observer.observe(arg);
    for (const [, value] of this.#stateValues()) observer.observe(value);
    const left = new Set([...observer.unsettled, ...this.#log.unsettled]);
    if (left.size > 0) await this.#wait([...left]);
    this.#log.fillIn(this.#promises);
  }

  #value(value: unknown): Observed {
    const observer = new Observer(this.#promises);
    return this.#noted(observer.observe(value), observer);
  }

  #noted(observed: Observed, { complete }: Observer): Observed {
    if (!complete) this.#complete = false;
    return observed;
  }

  #observed(completion: Completion, made: MadeInput | null, async: boolean): ReplayOutcome {
    const showsReceiver = made !== null && this.#input.showsReceiver;
    const args: Observed[] = [];
    for (const arg of made?.args ?? []) args.push(this.#value(arg));
    return {
      completion,
      receiver: showsReceiver ? this.#value(made.receiver) : null,
      args,
      calls: [],
      moduleState: made === null && this.#program.target.kind !== 'module' ? [] : this.#moduleState(),
      async,
      complete: this.#complete,
    };
  }

  #moduleState(): [string, Observed][] {
    return this.#stateValues().map(([name, value]) => [name, this.#value(value)]);
  }

  #stateValues(): [string, unknown][] {
    const { state, otherState } = this.#program;
    return [
      ...stateValues(state, (name) => this.#probes.evaluate(name)),
      ...otherState.flatMap(({ path, shownAs, state: names }) =>
        stateValues(names, (name) => this.#probes.evaluateIn(path, name)).map(([name, value]): [string, unknown] => [
          `${name} of ${shownAs}`,
          value,
        ]),
      ),
    ];
  }
}

/** Running out of room is not behaviour, however the engine says it. */
const exhausted = /^(?:Invalid string length|Array buffer allocation failed|(?:Map|Set) maximum size exceeded)/;

const mostPromises = 100;

function isGenerator(value: unknown): value is object {
  return typeof value === 'object' && value !== null && types.isGeneratorObject(value);
}

/** In one line: what stands below is for those who see the machine (who required a module that is missing, from where). */
function describe(error: unknown): string {
  if (!types.isNativeError(error)) return typeof error === 'object' ? 'an object was thrown' : String(error);
  const [message = ''] = String(inherited(error, 'message')).split('\n', 1);
  return `${String(inherited(error, 'name'))}: ${message}`;
}
