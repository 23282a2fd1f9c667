import { describe, expect, it } from 'vitest';
import { moduleMaker } from '../fixtures/module-maker';
import { wbsInputs } from '../fixtures/wbs/inputs';
import { sourceOf, wbsVersions } from '../fixtures/wbs/versions';
import { behavioursAt, isSettled } from './behaviours-at';
import { compareSources } from './compare-sources';

const v0 = sourceOf({ edits: [] });
const names = ['pedal', 'autoBrake', 'deceleration', 'isSkidding', 'supply', 'isHot'];
const inputs = [...wbsInputs()];
const v0Readings = readings(v0);

describe('the wheel brake system, version 0 against', () => {
  it.each(wbsVersions)('$id, $verdict: $change', async (version) => {
    const text = sourceOf(version);
    const found = await compareSources(v0, text, 'update');
    for (const { witness } of found.behaviours) {
      expect(readingAfter(v0, witness.call), witness.call).not.toBe(readingAfter(text, witness.call));
    }
    if (version.differsLater === true) {
      expect(found.behaviours.every(({ witness }) => witness.call.split('update(').length > 2)).toBe(true);
      expect(found.behaviours.length).toBeGreaterThan(0);
      return;
    }
    expect(isSettled(found)).toBe(true);
    expect(found.behaviours.length > 0 ? 'differs' : 'same').toBe(version.verdict);
    const saidAt = behavioursAt(found, names);
    const wrong = readings(text).flatMap((now, index) => {
      const args = inputs[index] ?? [];
      const said = saidAt(args).map(({ before, now: after }) => `${before} → ${after}`);
      return said.length === (now === v0Readings[index] ? 0 : 1) ? [] : [{ args, said }];
    });
    expect(wrong).toEqual([]);
  });
});

function readings(text: string): readonly string[] {
  const make = moduleMaker('wbs.ts', text);
  return inputs.map((args) => {
    const module = make();
    module('update')(...args);
    return JSON.stringify(module('reading')());
  });
}

function readingAfter(text: string, call: string): string {
  const module = moduleMaker('wbs.ts', text)();
  new Function('update', call)(module('update'));
  return JSON.stringify(module('reading')());
}
