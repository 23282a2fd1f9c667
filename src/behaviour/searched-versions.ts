import type { LaterRoot } from '#replay/later-call';
import type { Closure } from '#symbolic/closure';
import { moduleVariables } from '#symbolic/describe-effects';
import type { World } from '#symbolic/machine';
import type { State } from '#symbolic/state';
import { canBeCalledAgain } from './called-again';
import type { ChangeFacts } from './change-facts';
import type { EndComparison } from './compare-ends';
import type { HeldBefore } from './compare-held';
import type { Escapes } from './escaping-code';
import { functionOf, type FunctionPair } from './function-pair';
import { heldState } from './held-state';
import { LaterCalls } from './later-calls';
import type { LoadedPair } from './load-pair';
import { laterPairInputs, type PairInputs } from './pair-inputs';
import type { PairWorlds } from './pair-worlds';
import { withUnnamed } from './untried-classes';

/** Two versions of a function, and how they are to be compared. */
export interface SearchedVersions {
  readonly pair: FunctionPair;
  readonly worlds: PairWorlds;
  readonly loaded: LoadedPair;
  readonly inputs: PairInputs;
  readonly facts: ChangeFacts;
  /** Code of the head that hands on functions which may differ; null: only what is changed itself is known. */
  readonly escapes: Escapes | null;
  readonly strict: boolean;
  readonly expired: () => boolean;
}

export function endComparison(options: SearchedVersions, first: 'base' | 'head'): EndComparison {
  const { worlds, loaded, facts, strict, escapes } = options;
  const isSame = (now: Closure, before: Closure): boolean =>
    facts.isSameCode(now, before) && escapes?.mayRun(now.module.path, now.fn.index) !== true;
  const head = heldBefore(worlds.head, loaded.head, (path) => path);
  const base = heldBefore(worlds.base, loaded.base, (path) => facts.toHead(path));
  const roots = rootsOf(options);
  const showsInLaterCalls = canBeCalledAgain(options.pair, worlds, loaded);
  const shared = { strict, roots, showsInLaterCalls, doubtsSharing: makesForMembers(options.pair) };
  return first === 'head'
    ? { ...shared, first: head, second: base, sameCode: isSame }
    : { ...shared, first: base, second: head, sameCode: (a, b) => isSame(b, a) };
}

/** A constructor, or what sets the fields, of a class with other members: what these do to the instance is not compared with it. */
function makesForMembers({ head }: FunctionPair): boolean {
  const { module, fn } = functionOf(head);
  if (fn.classIndex === null || (fn.kind !== 'constructor' && fn.kind !== 'fields')) return false;
  return module.functions.some(
    ({ classIndex, kind, isStatic }) =>
      classIndex === fn.classIndex && !isStatic && (kind === 'method' || kind === 'getter' || kind === 'setter'),
  );
}

/** From where functions can be got at after the call: what was handed in, and variables of the module. */
function rootsOf({ pair, worlds, loaded, inputs, facts }: SearchedVersions): ReadonlyMap<string, LaterRoot> {
  const { path } = pair.base;
  const variables = moduleVariables(worlds.base, loaded.base).filter((variable) => variable.path === path);
  return new Map<string, LaterRoot>([
    ...variables.map(({ name }) => [`${name} of ${facts.toHead(path)}`, { kind: 'variable', name }] as const),
    ...inputs.inputs.params.flatMap(({ name, rest }, index) =>
      rest ? [] : [[name, { kind: 'argument', index }] as const],
    ),
    ['this', { kind: 'receiver' }],
  ]);
}

export function laterCalls(
  { pair, inputs, facts, expired }: SearchedVersions,
  first: 'base' | 'head',
  versions: EndComparison,
): LaterCalls {
  const second = first === 'head' ? 'base' : 'head';
  return new LaterCalls({
    first,
    versions,
    inputsOf: (left, right) => {
      const [head, base] = first === 'head' ? [left, right] : [right, left];
      const later = laterPairInputs(
        {
          base: { loaded: pair.base.loaded, path: base.module.path, index: base.fn.index },
          head: { loaded: pair.head.loaded, path: head.module.path, index: head.fn.index },
        },
        inputs.typedBy,
      );
      return later === null ? null : withUnnamed({ ...later, unnamed: inputs.inputs.unnamed ?? [] });
    },
    taken: new Set([...inputs.inputs.params.map(({ name }) => name), 'this']),
    isChanged: { first: (site) => facts.isChanged(site, first), second: (site) => facts.isChanged(site, second) },
    expired,
  });
}

function heldBefore(world: World, start: State, headPath: (path: string) => string): HeldBefore {
  return { world, start, held: heldState(world, start, headPath), headPath };
}
