import type { ChangeSet } from '#change/change-set';
import { assertNever, fileNotFound, WingbeatError } from '#core/diagnostics';
import { callNotRun, inputDiffers, noCallInTest, noDifference, notACall, notInBase } from '#core/explain-diagnostics';
import type { FunctionIr, ModuleIr } from '#ir/cfg';
import type { LoadedProgram } from '#ir/load-program';
import type { NamedPlace } from '#project/surroundings';
import { isTestPath } from '#project/test-path';
import { printObserved } from '#replay/print-observed';
import type { ReplayOutcome } from '#replay/outcome';
import { Replayer } from '#replay/replay';
import { explainCall, type ExplainedCall, type ExplainRequest } from './explain';
import { readCall, type WrittenCall } from './explain-call';
import { ExplainedChange, type SidedGraphs } from './explain-change';
import { findCallTarget } from './explain-target';
import { findTest, hasTest, type PassedOver, type TestCall, type WrittenTest } from './explain-test';
import type { FunctionPair } from './function-pair';
import { writtenArguments } from './recorded-calls';
import { titlesNamed, type CallInTest, type RecordedTestCalls } from './recorded-test-calls';

export interface PlaceRequest extends Pick<
  ExplainRequest,
  'changes' | 'preconditions' | 'solver' | 'store' | 'all' | 'expired'
> {
  readonly base: LoadedProgram;
  readonly head: LoadedProgram;
  readonly graphs: SidedGraphs;
  /** Null where no tests were recorded. */
  readonly recorded: RecordedTestCalls | null;
}

export interface PlaceExplanation {
  /** Null when a call was named. */
  readonly test: WrittenTest | null;
  readonly calls: readonly { readonly id: string; readonly explained: ExplainedCall; readonly line: number | null }[];
  readonly same: number;
  readonly passedOver: readonly PassedOver[];
}

/** Explains a call that somebody wrote, `file#f(1)`, or the calls of a test, `file:line` or `file#title`. */
export async function explainPlace(place: NamedPlace, request: PlaceRequest): Promise<PlaceExplanation> {
  const replayer = new Replayer(replayLimits);
  try {
    const change = new ExplainedChange(request.changes, request.graphs, request.expired);
    const explainer = new PlaceExplainer(request, change, replayer);
    const { at, path } = place;
    if (at.kind !== 'function' || hasTest(place, request.head)) return await explainer.test(place);
    const ran = await explainer.testThatRan(path, at.name);
    if (ran !== null) return ran;
    // What is no call in a file of tests is a title that no test has.
    const isTitle = isTestPath(path) && readCall(at.name).kind === 'no-call';
    return isTitle ? await explainer.test(place) : await explainer.call(path, at.name);
  } finally {
    await replayer.dispose();
  }
}

const replayLimits = { timeoutMs: 2_000, memoryMb: 256 };

class PlaceExplainer {
  readonly #request: PlaceRequest;
  readonly #change: ExplainedChange;
  readonly #replayer: Replayer;

  constructor(request: PlaceRequest, change: ExplainedChange, replayer: Replayer) {
    this.#request = request;
    this.#change = change;
    this.#replayer = replayer;
  }

  async call(path: string, text: string): Promise<PlaceExplanation> {
    const read = readCall(text);
    if (read.kind === 'no-call') throw new WingbeatError(notACall(text, read.reason));
    const { id, explanation } = await this.#explain(path, read.call, []);
    const { base, head } = this.#request;
    switch (explanation.kind) {
      case 'no-difference':
        throw new WingbeatError(noDifference(text, wordsOf(explanation.outcome), base.snapshot.revision.description));
      case 'input-differs':
        throw new WingbeatError(inputDiffers(text, base.snapshot.revision.description));
      case 'not-run': {
        const version = explanation.side === 'base' ? base : head;
        throw new WingbeatError(callNotRun(text, version.snapshot.revision.description, explanation.reason));
      }
      case 'explained':
        return {
          test: null,
          calls: [{ id, explained: explanation.explained, line: null }],
          same: 0,
          passedOver: [],
        };
      default:
        return assertNever(explanation);
    }
  }

  /** What a test calls is explained call by call; a call that cannot be looked at is passed over and named. */
  async test(place: NamedPlace): Promise<PlaceExplanation> {
    const { head } = this.#request;
    const found = findTest(place, head);
    const calls: PlaceExplanation['calls'][number][] = [];
    const passedOver: PassedOver[] = [...found.passedOver];
    let same = 0;
    for (const call of found.calls) {
      const outcome = await this.#ofTest(call);
      if (outcome === 'same') same++;
      else if ('reason' in outcome) passedOver.push(outcome);
      else calls.push(outcome);
    }
    const seen = calls.length > 0 ? null : (this.#request.recorded?.of(place.path, found.fits) ?? null);
    const recorded = await this.#recorded(seen ?? [], found.test.line);
    calls.push(...recorded.calls);
    same += recorded.same;
    const isAlike = same > 0 && passedOver.length === 0 && recorded.isComplete;
    if (calls.length === 0 && !isAlike && !this.#isUnchanged) {
      const reasons = passedOver
        .slice(0, mostReasons)
        .map(({ call, line, reason }) => `${call} in line ${line}: ${reason}`);
      const alike = same === 0 ? [] : [`${same} of its calls do the same as in the base`];
      throw new WingbeatError(noCallInTest(found.test.name, [...alike, ...reasons], seen !== null && seen.length > 0));
    }
    return { test: found.test, calls, same, passedOver };
  }

  /** A test whose title only a run shows, as those of a table; null where none of that name was recorded. */
  async testThatRan(file: string, name: string): Promise<PlaceExplanation | null> {
    const seen = this.#request.recorded?.of(file, titlesNamed(name)) ?? null;
    if (seen === null) return null;
    const { calls, same, isComplete } = await this.#recorded(seen, null);
    const isAlike = (same > 0 && isComplete) || this.#isUnchanged;
    if (calls.length === 0 && !isAlike) throw new WingbeatError(noCallInTest(name, [], seen.length > 0));
    return { test: null, calls, same, passedOver: [] };
  }

  get #isUnchanged(): boolean {
    const { functions, moduleChanges } = this.#request.changes;
    return moduleChanges.length === 0 && functions.every(({ status }) => status === 'unchanged');
  }

  /** Of what a test was seen to call, the first few calls that behave otherwise: many more would say the same. */
  async #recorded(seen: readonly CallInTest[], line: number | null): Promise<RecordedCalls> {
    const calls: PlaceExplanation['calls'][number][] = [];
    let same = 0;
    for (const { module, fn, given } of seen.slice(0, mostTried)) {
      const args = fn.parent === 0 ? writtenArguments(given) : null;
      const read = args === null ? null : readCall(`${fn.qualifiedName}(${args.join(', ')})`);
      if (read?.kind !== 'call') continue;
      const outcome = await this.#ofTest({ path: module.path, call: read.call, setup: [], line: line ?? 0 });
      if (outcome === 'same') same++;
      else if (!('reason' in outcome)) calls.push({ ...outcome, line });
      if (calls.length === mostShown || this.#request.expired()) break;
    }
    return { calls, same, isComplete: same + calls.length === seen.length };
  }

  async #ofTest({
    path,
    call,
    setup,
    line,
  }: TestCall): Promise<'same' | PassedOver | PlaceExplanation['calls'][number]> {
    const passed = (reason: string): PassedOver => ({ call: call.text, line, reason });
    try {
      const { id, explanation } = await this.#explain(path, call, setup);
      if (explanation.kind === 'no-difference') return 'same';
      if (explanation.kind === 'input-differs') return passed('what it is called with is different already');
      if (explanation.kind === 'not-run') return passed(explanation.reason);
      return { id, explained: explanation.explained, line };
    } catch (error) {
      if (!(error instanceof WingbeatError) || error.exitCode !== 2) throw error;
      return passed(error.diagnostic.message);
    }
  }

  async #explain(path: string, call: WrittenCall, setup: readonly string[]) {
    const { base, head, changes } = this.#request;
    const module = head.module(path);
    if (module === null) throw new WingbeatError(fileNotFound(path));
    const target = await findCallTarget(call, { files: head.snapshot, module, setup, replayer: this.#replayer });
    const id = `${path}#${target.fn.qualifiedName}`;
    const pair = pairOf(changes, base, head, module, target.fn);
    if (pair === null) throw new WingbeatError(notInBase(id, base.snapshot.revision.description));
    const explanation = await explainCall({
      ...this.#request,
      pair,
      call,
      input: target.input,
      change: this.#change,
      renamed: renamedFiles(changes),
      replayer: this.#replayer,
    });
    return { id, explanation };
  }
}

interface RecordedCalls {
  readonly calls: PlaceExplanation['calls'];
  readonly same: number;
  /** Was every one of them looked at? */
  readonly isComplete: boolean;
}

const mostReasons = 3;
const mostTried = 60;
const mostShown = 3;

/** The function that it was; files that did not change have the same functions. */
function pairOf(
  changes: ChangeSet,
  base: LoadedProgram,
  head: LoadedProgram,
  module: ModuleIr,
  fn: FunctionIr,
): FunctionPair | null {
  const inHead = { loaded: head, path: module.path, index: fn.index };
  const isCompared = changes.modules.some((pair) => pair.head?.path === module.path);
  if (!isCompared) {
    const before = base.module(module.path)?.functions[fn.index];
    if (before?.qualifiedName !== fn.qualifiedName) return null;
    return { base: { loaded: base, path: module.path, index: fn.index }, head: inHead };
  }
  const change = changes.functions.find(
    (each) => each.head?.module.path === module.path && each.head.fn.index === fn.index,
  );
  if (change === undefined || change.base === null) return null;
  return { base: { loaded: base, path: change.base.module.path, index: change.base.fn.index }, head: inHead };
}

function renamedFiles({ modules }: ChangeSet): ExplainRequest['renamed'] {
  const [toHead, toBase] = [new Map<string, string>(), new Map<string, string>()];
  for (const { base, head } of modules) {
    if (base === null || head === null) continue;
    toHead.set(base.path, head.path);
    toBase.set(head.path, base.path);
  }
  return { toHead: (path) => toHead.get(path) ?? path, toBase: (path) => toBase.get(path) ?? path };
}

function wordsOf({ completion }: ReplayOutcome): string {
  switch (completion.kind) {
    case 'returns':
      return `returns ${printObserved(completion.value)}`;
    case 'throws':
      return `throws ${printObserved(completion.error)}`;
    default:
      return 'comes to no end that could be compared';
  }
}
