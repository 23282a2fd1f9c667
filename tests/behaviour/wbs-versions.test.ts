import { describe, expect, it } from 'vitest';
import { moduleMaker } from '../fixtures/module-maker';
import { wbsInputs } from '../fixtures/wbs/inputs';
import { sourceOf, wbsVersions, type WbsVersion } from '../fixtures/wbs/versions';

const inputs = [...wbsInputs()];
const before = readings({ edits: [] });

describe('the changed versions of the wheel brake system', () => {
  it('are run on the inputs around their bounds', () => {
    expect(inputs.length).toBe(16_128);
  });

  it.each(wbsVersions)('$id reads otherwise after as many inputs as are known: $change', (version) => {
    const differing = readings(version).filter((reading, index) => reading !== before[index]).length;
    expect({ differing, verdict: differing > 0 ? 'differs' : 'same' }).toEqual({
      differing: version.differing,
      verdict: version.verdict,
    });
  });
});

function readings(version: Pick<WbsVersion, 'edits'>): readonly string[] {
  const make = moduleMaker('wbs.ts', sourceOf(version));
  return inputs.map((args) => {
    const module = make();
    module('update')(...args);
    return JSON.stringify(module('reading')());
  });
}
