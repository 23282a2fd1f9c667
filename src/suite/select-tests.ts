import type { FunctionChange } from '#change/change-set';
import type { Cause, Reason } from './cause';
import { addChecked } from './checked-types';
import { addDecoratedTypes } from './decorated-types';
import { addFoundFirst } from './found-first';
import { addLinkEffects } from './link-effects';
import { LoadEffects, type ComparedVersions } from './load-effects';
import { addLaterTests } from './later-tests';
import { addMockEffects } from './mock-effects';
import { findNewTests, type NewTests } from './new-tests';
import type { RecordedSuite } from './recorded-suite';
import { registeredForAll } from './registered-for-all';
import { registeredOtherwise } from './registered-otherwise';
import { textEffects } from './text-evidence';
import { addToldByComments } from './told-by-comments';
import { findTouched } from './touched';
import { functionOf } from './versions';

export interface SelectionRequest {
  readonly suite: RecordedSuite;
  /** From the recorded source to the one to be tested; and what is asked about, when it began elsewhere. */
  readonly compared: readonly [ComparedVersions, ...ComparedVersions[]];
  /** What changed around the source. */
  readonly outside: readonly Cause[];
  /** Variables of the environment that have another value. */
  readonly variables: readonly string[];
  readonly compiler: CompilerFacts;
}

/** What types mean to tests that are compiled when they are run. */
export interface CompilerFacts {
  /** Does it check types when tests load what it compiles? */
  readonly checksTypes: boolean;
  /** Does it tell decorators the types of what they stand at? */
  readonly tellsTypes: boolean;
}

export interface Selection {
  /** In the order of the recording. */
  readonly selected: readonly SelectedTest[];
  readonly fresh: readonly NewTests[];
  /** Recorded tests that are not there any more. */
  readonly gone: readonly number[];
}

export interface SelectedTest {
  /** Index in the recording. */
  readonly test: number;
  readonly because: readonly [Reason, ...Reason[]];
}

/** The tests that a change can affect. What cannot be ruled out is selected. */
export function selectTests({ suite, compared, outside, variables, compiler }: SelectionRequest): Selection {
  const files = new Set(suite.recording.executions.map(({ test }) => test.file));
  const isTestFile = (path: string): boolean => files.has(path);
  const [current] = compared;
  const causes = [
    ...outside,
    ...outcomeCauses(suite),
    ...registeredOtherwise(suite, current),
    ...registeredForAll(suite, current),
  ];
  for (const versions of compared) {
    const effects = new LoadEffects(versions, suite, isTestFile);
    const own = new ChangedFunctions(versions);
    for (const change of versions.changes.functions) {
      if (change.status === 'unchanged') continue;
      if (effects.covers(change)) effects.add(change);
      else causes.push(...own.add(change, suite));
    }
    addLinkEffects(effects, versions);
    addFoundFirst(effects, versions);
    addMockEffects(effects, versions);
    addToldByComments(effects, versions);
    if (compiler.tellsTypes) addDecoratedTypes(effects, versions);
    if (versions === current) for (const name of variables) effects.addVariable(name);
    causes.push(...effects.causes, ...textEffects(versions, suite.recording));
  }
  const reasons = suite.recording.executions.map((): Reason[] => []);
  for (const cause of causes) reach(suite, cause, reasons);
  addLaterTests(suite, current, reasons);
  addTogether(suite, reasons);
  const { fresh, gone } = findNewTests(suite, current, findTouched(suite, reasons));
  const isGone = new Set(gone);
  if (compiler.checksTypes) addChecked(suite, current, reasons, isGone);
  return {
    selected: reasons.flatMap((because, test): SelectedTest[] => {
      const [first, ...rest] = because;
      return first === undefined || isGone.has(test) ? [] : [{ test, because: [first, ...rest] }];
    }),
    fresh,
    gone,
  };
}

/** Functions that run in tests and are not the same in both versions. */
class ChangedFunctions {
  private readonly numbers = new Set<number>();

  constructor(readonly versions: ComparedVersions) {}

  add(change: FunctionChange, suite: RecordedSuite): Cause[] {
    const { base, head } = this.versions;
    const causes: Cause[] = [];
    const sides = [
      { version: base, ref: change.base },
      { version: head, ref: change.head },
    ];
    const { module, fn } = change.head ?? change.base;
    const subject = `${module.path}#${fn.qualifiedName}`;
    const effect = change.status === 'removed' ? 'runs it, and it is gone' : 'runs it';
    for (const { version, ref } of sides) {
      const id = ref === null ? undefined : functionOf(version.loaded.program, ref);
      if (id === undefined || ref === null) continue;
      const known = version.recorded(id);
      if (typeof known === 'number') {
        if (!this.numbers.has(known)) causes.push({ kind: 'function', subject, effect, functions: [known] });
        this.numbers.add(known);
      } else if (known === 'unseen') {
        const m = suite.moduleIndex(ref.module.path);
        if (m !== undefined) causes.push({ kind: 'function', subject, effect: 'may run it', modules: [m] });
      }
    }
    return causes;
  }
}

function outcomeCauses(suite: RecordedSuite): Cause[] {
  return suite.recording.executions.flatMap(({ outcome }, test): Cause[] => {
    if (outcome !== 'failed' && outcome !== 'timed-out' && outcome !== 'crashed') return [];
    const word = outcome === 'timed-out' ? 'took too long' : outcome;
    return [{ kind: 'outcome', subject: 'its last recorded run', effect: `${word}`, tests: [test] }];
  });
}

function reach(suite: RecordedSuite, cause: Cause, reasons: readonly Reason[][]): void {
  if (cause.everyone === true) {
    for (const because of reasons) because.push({ cause, by: null });
    return;
  }
  for (const test of new Set(cause.tests ?? [])) reasons[test]?.push({ cause, by: null });
  const functions = [...(cause.functions ?? [])];
  const modules = [...(cause.modules ?? [])];
  if (functions.length === 0 && modules.length === 0) return;
  const isOurs = reasons.map((because, test) => {
    const ran = suite.functionsOf(test);
    const fn = functions.find((f) => ran.has(f));
    const module = fn === undefined ? modules.find((m) => suite.modulesOf(test).has(m)) : undefined;
    if (fn === undefined && module === undefined) return false;
    if (cause.onlyWith !== undefined && !suite.mayHaveLoaded(test, cause.onlyWith)) return true;
    because.push({ cause, by: fn !== undefined ? { function: fn } : module === undefined ? null : { module } });
    return true;
  });
  // Code that ran outside of all tests: a set-up, which all tests rest on.
  const ranOutside =
    functions.some((fn) => suite.outside.functions.has(fn)) || modules.some((m) => suite.outside.modules.has(m));
  const ranElsewhere =
    !isOurs.includes(true) &&
    (functions.some((fn) => suite.atLoad.has(fn)) ||
      modules.some((m) => suite.recording.modules[m]?.loads.length !== 0));
  if (!ranOutside && !ranElsewhere) return;
  reasons.forEach((because, test) => {
    if (isOurs[test] !== true) because.push({ cause, by: null });
  });
}

/** Tests that could not be told apart go together. */
function addTogether(suite: RecordedSuite, reasons: readonly Reason[][]): void {
  const reached = new Map<number, Reason>();
  suite.recording.executions.forEach(({ together }, test) => {
    const [first] = reasons[test] ?? [];
    if (together !== null && first !== undefined && !reached.has(together)) reached.set(together, first);
  });
  suite.recording.executions.forEach(({ together }, test) => {
    const because = reasons[test];
    const reason = together === null ? undefined : reached.get(together);
    if (reason !== undefined && because?.length === 0) because.push(reason);
  });
}
