import { EffectDescriber } from '#symbolic/describe-effects';
import { describeValue } from '#symbolic/describe-value';
import type { World } from '#symbolic/machine';
import type { State } from '#symbolic/state';
import type { Difference } from './compare-path';
import type { PairWorlds } from './pair-worlds';
import type { FunctionPair } from './function-pair';
import type { Respect } from './compare-ends';

/** Says in terms of the source what each version does where they differ. */
export class DescribedVersions {
  readonly headWorld: World;
  readonly #base: Version;
  readonly #head: Version;

  constructor(pair: FunctionPair, worlds: PairWorlds, starts: { readonly base: State; readonly head: State }) {
    this.headWorld = worlds.head;
    this.#base = { world: worlds.base, effects: new EffectDescriber(worlds.base, starts.base, pair.base.path) };
    this.#head = { world: worlds.head, effects: new EffectDescriber(worlds.head, starts.head, pair.head.path) };
  }

  describe({ base, head, respect }: Difference): { readonly before: string; readonly now: string } {
    if (respect === 'outcome') return { before: outcomeText(this.#base, base), now: outcomeText(this.#head, head) };
    const [before, now] = [effectTexts(this.#base, base, respect), effectTexts(this.#head, head, respect)];
    return {
      before: list(without(before, now)) ?? list(before) ?? nothing(respect),
      now: list(without(now, before)) ?? list(now) ?? nothing(respect),
    };
  }
}

interface Version {
  readonly world: World;
  readonly effects: EffectDescriber;
}

function outcomeText({ world }: Version, state: State): string {
  const { completion } = state;
  if (completion === null || completion.kind === 'cut') return 'never settles';
  const value = completion.kind === 'returns' ? completion.value : completion.error;
  const text = describeValue(world, state, value);
  if (completion.promised === true)
    return completion.kind === 'returns' ? `resolves to ${text}` : `rejects with ${text}`;
  return `${completion.kind} ${text}`;
}

function effectTexts({ effects }: Version, state: State, respect: Respect): string[] {
  return effects
    .effects(state, new Set())
    .filter(({ kind }) =>
      respect === 'calls' ? kind === 'call' : respect === 'module' ? kind === 'module' : isOfInput(kind),
    )
    .map(({ text }) => text);
}

function isOfInput(kind: string): boolean {
  return kind === 'argument' || kind === 'receiver' || kind === 'module';
}

function without(texts: readonly string[], others: readonly string[]): string[] {
  return texts.filter((text) => !others.includes(text));
}

function list(texts: readonly string[]): string | null {
  return texts.length === 0 ? null : texts.join(', ');
}

function nothing(respect: Respect): string {
  return respect === 'calls' ? 'calls nothing' : 'changes nothing';
}
