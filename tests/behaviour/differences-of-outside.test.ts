import { describe, expect, it } from 'vitest';
import { compareSources } from './compare-sources';

const hash = "createHash('md5').update(text).digest('hex')";

async function compare(now: string, before = `return ${hash} * 2;`): ReturnType<typeof compareSources> {
  const [base, head] = [before, now].map(
    (body) => `import { createHash } from 'node:crypto';\nexport function f(text: string) { ${body} }`,
  );
  return compareSources(base!, head!, 'f', {});
}

describe('differences that rest on what the outside gives', () => {
  it('are told where runs end as they say, once for each call', async () => {
    const { behaviours, unconfirmed, remarks } = await compare(
      `if (text === '') throw new RangeError('empty'); return ${hash} * 2;`,
    );
    expect(behaviours.map(({ before, now, witness }) => [before, now, witness.call])).toEqual([
      ['returns NaN', "throws new RangeError('empty')", 'f("")'],
    ]);
    expect(unconfirmed).toEqual([]);
    expect(remarks).toContain('the outside gives nothing else than in calls like those that were run');
  });

  it('are told as those whose errors are seen', async () => {
    const { behaviours } = await compare('return 1;', `${hash}.x.y; return 1;`);
    expect(behaviours.map(({ before, now }) => [before, now])).toEqual([
      ["throws new TypeError('Cannot read properties of undefined (reading \\'y\\')')", 'returns 1'],
    ]);
  });

  it('are told by what was seen where no run does as they say', async () => {
    const { behaviours } = await compare(
      'return 1;',
      "if (createHash('md5') === null) throw new Error('a'); return 1;",
    );
    expect(behaviours).toEqual([]);
  });
});
