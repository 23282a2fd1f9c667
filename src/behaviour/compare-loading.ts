import type { BindingKind } from '#ir/cfg';
import { printObserved } from '#replay/print-observed';
import { differingPart, type DifferingPart } from '#replay/differing-part';
import { withNamesOfBoth } from '#replay/key-names';
import { partsOf } from '#replay/observed-parts';
import type { Observed, ObservedObject } from '#replay/observed';
import type { ReplayOutcome } from '#replay/outcome';
import { sameObserved } from '#replay/same-observed';
import type { ReplayTarget } from '#replay/replay';
import { namesOfFields } from './renamed-members';
import { inheritedOtherwise } from './class-outlines';
import type { ComparisonOptions } from './compare-for-inputs';
import { functionOf, type FunctionPair, type FunctionVersion } from './function-pair';

/** What is different once a module has been loaded. There is one way to load it: it was run. */
export interface ComparedLoading {
  readonly differences: readonly LoadDifference[];
  /** Why it is not known; null when it is. */
  readonly problem: string | null;
  readonly base: ReplayOutcome | null;
  readonly head: ReplayOutcome | null;
  /** Which ones they are does not show. */
  readonly exportsFunctions: boolean;
  /** What of the world around it was taken for granted: `process.env.DEBUG is not set while modules load`. */
  readonly assumptions?: readonly string[];
  /** The module that was asked for, where it is another one, which leads there. */
  readonly entry?: string;
}

export interface LoadDifference {
  readonly before: string;
  readonly now: string;
}

export type LoadingOptions = Pick<ComparisonOptions, 'replayers' | 'strict'>;

/** Loads both versions of a module and compares what their variables hold, and what they call on the way. */
export async function compareLoading(
  pair: FunctionPair,
  { replayers, strict }: LoadingOptions,
): Promise<ComparedLoading> {
  const [before, after] = [variablesOf(pair.base), variablesOf(pair.head)];
  const [base] = await replayers.base.run(targetOf(pair.base, before), [nothing]);
  const [head] = await replayers.head.run(targetOf(pair.head, after), [nothing]);
  if (base === undefined || head === undefined)
    return { differences: [], problem: 'it was not run', base: null, head: null, exportsFunctions: false };
  const problem = problemOf(base, 'the base') ?? problemOf(head, 'the head');
  if (problem !== null) return { differences: [], problem, base, head, exportsFunctions: false };
  const named = strict ? { base, head } : withNamesOfBoth({ base, head }, namesOfFields(pair.base.loaded));
  const differences: LoadDifference[] = [];
  if (base.completion.kind !== head.completion.kind) {
    differences.push({ before: endText(base), now: endText(head) });
  } else if (named.base.completion.kind === 'returns' && named.head.completion.kind === 'returns') {
    const place = functionOf(pair.head).module.format === 'commonjs' ? 'module.exports' : 'the default export';
    differences.push(...exportDifferences(named.base.completion.value, named.head.completion.value, place, strict));
    if (place === 'module.exports') differences.push(...attributeDifferences(base, head, place));
  } else if (base.completion.kind === 'throws' && head.completion.kind === 'throws') {
    const isSame = sameObserved(base.completion.error, head.completion.error, strict);
    if (!isSame) differences.push({ before: endText(base), now: endText(head) });
  }
  const known = new Map(named.base.moduleState);
  for (const [name, value] of named.head.moduleState) {
    const was = known.get(name);
    if (was === undefined || sameObserved(was, value, strict)) continue;
    const isNamespace = kindOf(pair.base, name) === 'namespace' && kindOf(pair.head, name) === 'namespace';
    differences.push(
      ...(isNamespace ? exportDifferences(was, value, name, strict) : [differenceAt(differingPart(was, value, name))]),
    );
  }
  const [callsBefore, callsNow] = [callTexts(named.base), callTexts(named.head)];
  if (callsBefore.join('\n') !== callsNow.join('\n')) {
    const [gone, added] = [without(callsBefore, callsNow), without(callsNow, callsBefore)];
    const isOrder = gone.length === 0 && added.length === 0;
    differences.push(
      isOrder
        ? { before: callsBefore.join(', '), now: callsNow.join(', ') }
        : { before: gone.join(', ') || 'calls nothing more', now: added.join(', ') || 'calls nothing more' },
    );
  }
  const isSeen = base.complete && head.complete;
  const otherwise = inheritedOtherwise(functionOf(pair.base).module, functionOf(pair.head).module);
  const exportsFunctions = head.completion.kind === 'returns' && holdsFunction(head.completion.value);
  const seen = { base: withoutExports(base), head: withoutExports(head), exportsFunctions };
  const open = isSeen ? otherwise : tooLarge;
  return { differences, problem: differences.length > 0 ? null : open, ...seen };
}

/** Where they differ has been said. */
function withoutExports(outcome: ReplayOutcome): ReplayOutcome {
  if (outcome.completion.kind !== 'returns') return outcome;
  return { ...outcome, completion: { kind: 'returns', value: { kind: 'primitive', value: undefined } } };
}

/** What is new has nothing to be compared with, as with variables. */
function exportDifferences(before: Observed, now: Observed, place: string, strict: boolean): LoadDifference[] {
  if (sameObserved(before, now, strict)) return [];
  if (!isPlain(before) || !isPlain(now)) return [differenceAt(differingPart(before, now, place))];
  const others = new Map(now.properties);
  return before.properties.flatMap(([key, was]) => {
    const is = others.get(key) ?? null;
    const at = `${place}.${key}`;
    if (is === null) return [differenceAt({ place: at, before: was, now: null })];
    // Which objects are the same one cannot be told where one version has more of them.
    return sameObserved(was, is, false, [before, now]) ? [] : [differenceAt(differingPart(was, is, at))];
  });
}

/** What can be enumerated and is gone has been said. */
function attributeDifferences(
  { exportAttributes: before = [] }: ReplayOutcome,
  { exportAttributes: now = [] }: ReplayOutcome,
  place: string,
): LoadDifference[] {
  const [was, others] = [new Map(before), new Map(now)];
  const keys = [...before.map(([key]) => key), ...(others.has('') ? [''] : [])];
  return [...new Set(keys)].flatMap((key) => {
    const at = key === '' ? place : `${place}.${key}`;
    const [first, second] = [was.get(key) ?? null, others.get(key) ?? null];
    if (first === second || (second === null && key !== '' && first?.startsWith('hidden') !== true)) return [];
    const missing = key === '' ? 'open to changes' : 'not there';
    return [{ before: `${at} is ${first ?? missing}`, now: `${at} is ${second ?? missing}` }];
  });
}

function differenceAt({ place, before, now }: DifferingPart): LoadDifference {
  return { before: heldText(place, before), now: heldText(place, now) };
}

function heldText(place: string, value: Observed | null): string {
  return value === null ? `${place} is not there` : `${place} = ${printObserved(value)}`;
}

function isPlain(value: Observed): value is ObservedObject {
  return value.kind === 'object' && value.contents.kind === 'none' && value.constructorName === 'Object';
}

function holdsFunction(value: Observed): boolean {
  return value.kind === 'function' || (value.kind === 'object' && partsOf(value).some(holdsFunction));
}

const tooLarge = 'the values are too large to be compared';

const nothing = { setup: [], receiver: null, args: [] };

function targetOf({ loaded, path }: FunctionVersion, state: readonly string[]): ReplayTarget {
  return { files: loaded.snapshot, path, functionName: '<module>', state };
}

/** Variables, constants, enums and namespaces, and what functions and classes hold; these are compared by themselves. */
function variablesOf(version: FunctionVersion): string[] {
  const { module } = functionOf(version);
  const named = module.bindings.filter(({ owner, kind }) => owner === 0 && stateKinds.has(kind));
  return [...new Set(named.map(({ name }) => name))];
}

function kindOf(version: FunctionVersion, wanted: string): BindingKind | undefined {
  return functionOf(version).module.bindings.find(({ owner, name }) => owner === 0 && name === wanted)?.kind;
}

const stateKinds: ReadonlySet<BindingKind> = new Set(['var', 'let', 'const', 'enum', 'namespace', 'function', 'class']);

function problemOf({ completion }: ReplayOutcome, which: string): string | null {
  switch (completion.kind) {
    case 'returns':
      return null;
    case 'throws':
      // A package that is not installed says nothing of the module.
      return isMissingPackage(completion.error) ? `${which} cannot be loaded: ${messageOf(completion.error)}` : null;
    case 'not-callable':
      return `${which} cannot be loaded: ${completion.reason}`;
    case 'refused':
      return `${which} tried something that a replay does not allow: ${completion.what}`;
    default:
      return `${which} did not load: ${completion.kind}`;
  }
}

function isMissingPackage(error: Observed): boolean {
  return /Cannot find (?:module|package)|ERR_MODULE_NOT_FOUND/.test(messageOf(error));
}

function messageOf(error: Observed): string {
  return error.kind === 'object' && error.contents.kind === 'error'
    ? error.contents.message.split('\n', 1).join('')
    : '';
}

function endText({ completion }: ReplayOutcome): string {
  return completion.kind === 'throws' ? `throws ${printObserved(completion.error)}` : 'loads';
}

function callTexts({ calls }: ReplayOutcome): string[] {
  return calls.map(({ callee, args }) => `${callee}(${args.map((arg) => printObserved(arg)).join(', ')})`);
}

function without(texts: readonly string[], others: readonly string[]): string[] {
  return texts.filter((text) => !others.includes(text));
}
