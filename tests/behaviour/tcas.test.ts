import { describe, expect, it } from 'vitest';
import type { ComparedFunction } from '#behaviour/compared-function';
import type { ReplayOutcome } from '#replay/outcome';
import { printObserved } from '#replay/print-observed';
import { moduleMaker, type Callable } from '../fixtures/module-maker';
import { tcasInputs } from '../fixtures/tcas/inputs';
import { equivalentVersions, minsepOnly, withAdvisories } from '../fixtures/tcas/oracles';
import { tcasParameters } from '../fixtures/tcas/universe';
import { sourceOf, tcasVersions, type TcasVersion } from '../fixtures/tcas/versions';
import { behavioursAt, isSettled } from './behaviours-at';
import { compareSources } from './compare-sources';

const v0 = sourceOf({ edits: [] });
const names = tcasParameters.map(({ name }) => name);
const inputs = tcasInputs();
const v0Results = resultsOf(v0);

describe('tcas, version 0 against', () => {
  it.each(tcasVersions)('$id: $change', async (version) => {
    const text = sourceOf(version);
    const found = await compared(version);
    expect(isSettled(found)).toBe(true);
    expect(found.behaviours.length > 0).toBe(version.id !== 'v38');
    expect(told(found)).toEqual(expect.arrayContaining(Object.keys(version.failing)));
    expectWitnesses(found, text);
    const saidAt = behavioursAt(found, names);
    const wrong = resultsOf(text).flatMap((now, index) => {
      const before = v0Results[index];
      const args = inputs[index] ?? [];
      const said = saidAt(args).map(transition);
      const isRight = now === before ? said.length === 0 : said.length === 1 && said[0] === `${before}>${now}`;
      return isRight ? [] : [{ args, before, now, said }];
    });
    expect(wrong).toEqual([]);
  });

  it.each(equivalentVersions.map((ids) => ({ ids, title: ids.join(', ') })))(
    '$title tells the same behaviours',
    async ({ ids }) => {
      const [first, ...others] = ids.map(versionOf);
      if (first === undefined) throw new Error('a group has members');
      const founds = await Promise.all([first, ...others].map(compared));
      for (const found of founds) expect(told(found)).toEqual(told(founds[0] ?? found));
      for (const other of others) {
        const between = await compareSources(sourceOf(first), sourceOf(other), 'altSepTest');
        expect({ isSettled: isSettled(between), told: told(between) }).toEqual({ isSettled: true, told: [] });
      }
    },
  );
});

describe('another MINSEP alone', () => {
  it('is masked where the aircraft is told what to do', async () => {
    const found = await compareSources(v0, sourceOf(minsepOnly), 'altSepTest');
    expect(isSettled(found)).toBe(true);
    expect(found.behaviours).toEqual([]);
  });

  it.each(['climbAdvised', 'descentAdvised'])('is seen at %s', async (name) => {
    const found = await compareSources(withAdvisories(v0), withAdvisories(sourceOf(minsepOnly)), name);
    expect(isSettled(found)).toBe(true);
    expect(found.behaviours.length).toBe(1);
    for (const { witness } of found.behaviours) {
      expect([valueOf(witness.base), valueOf(witness.head)], witness.call).toEqual(['true', 'false']);
    }
  });
});

const comparisons = new Map<TcasVersion['id'], Promise<ComparedFunction>>();

/** Once for each version. */
function compared(version: TcasVersion): Promise<ComparedFunction> {
  const known = comparisons.get(version.id) ?? compareSources(v0, sourceOf(version), 'altSepTest');
  comparisons.set(version.id, known);
  return known;
}

function versionOf(id: TcasVersion['id']): TcasVersion {
  const version = tcasVersions.find((candidate) => candidate.id === id);
  if (version === undefined) throw new Error(`no version ${id}`);
  return version;
}

function told({ behaviours }: ComparedFunction): string[] {
  return behaviours.map(transition).toSorted();
}

function transition({ before, now }: { readonly before: string; readonly now: string }): string {
  return `${before}>${now}`.replaceAll('returns ', '');
}

/** The call of a witness is made again here, on both texts. */
function expectWitnesses({ behaviours }: ComparedFunction, text: string): void {
  for (const behaviour of behaviours) {
    const { call, base, head } = behaviour.witness;
    const [before, now] = [v0, text].map((version) => String(callIn(version, call)));
    expect(`${before}>${now}`, call).toBe(transition(behaviour));
    expect(`${valueOf(base)}>${valueOf(head)}`, call).toBe(transition(behaviour));
  }
}

/** What the engine was seen to return. */
function valueOf({ completion }: ReplayOutcome): string {
  return completion.kind === 'returns' ? printObserved(completion.value) : completion.kind;
}

function altSepTest(text: string): Callable {
  return moduleMaker('tcas.ts', text)()('altSepTest');
}

function callIn(text: string, call: string): unknown {
  return new Function('altSepTest', `return ${call};`)(altSepTest(text));
}

function resultsOf(text: string): readonly unknown[] {
  const run = altSepTest(text);
  return inputs.map((args) => run(...args));
}
