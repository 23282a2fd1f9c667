import { describe, expect, it } from 'vitest';
import type { ComparedFunction } from '#behaviour/compared-function';
import { compareSources } from './compare-sources';
import { verdictOf, type Verdict } from './verdict-of';

/** A race against a timer that does something, and what is done in the end. */
function racing(late: string, finally_: string): string {
  return `
    let missed = 0;
    export function count() { return missed; }
    export async function f(p: Promise<string>, ms: number, out: (n: number) => void): Promise<string> {
      let timer: ReturnType<typeof setTimeout> | undefined;
      const timeout = new Promise<never>((_, reject) => { timer = setTimeout(() => { ${late} }, ms); });
      try { return await Promise.race([p, timeout]); } finally { ${finally_} }
    }`;
}

/** Whatever is stated. */
function knownOf(compared: ComparedFunction): Verdict {
  return verdictOf({ ...compared, gaps: compared.gaps.filter(({ kind }) => kind === 'unknown') });
}

const reject = "reject(new Error('late'));";

describe('a timer that is left in one version and stopped in the other', () => {
  it.each<readonly [string, Verdict, string]>([
    ['settles a promise that nobody can see', 'same', reject],
    ['does nothing', 'same', ''],
    ['calls what was handed in', 'differs', `out(1); ${reject}`],
    ['tells the outside', 'differs', `console.log('late'); ${reject}`],
    ['changes what others see', 'unknown', `missed++; ${reject}`],
  ])('%s: %s', async (_, verdict, late) => {
    const [left, stopped] = [racing(late, ''), racing(late, 'clearTimeout(timer);')];
    expect(knownOf(await compareSources(left, stopped, 'f'))).toBe(verdict);
    expect(knownOf(await compareSources(stopped, left, 'f'))).toBe(verdict);
  });

  it('is told of where no run shows it', async () => {
    const { unconfirmed } = await compareSources(
      racing('missed++;', ''),
      racing('missed++;', 'clearTimeout(timer);'),
      'f',
    );
    expect(unconfirmed.join()).toContain('but for timers that it leaves');
  });

  it('is not the same where it rejects what nobody handles', async () => {
    const source = `export function f(ms: number): number {
      new Promise<never>((_, reject) => { $ });
      return ms;
    }`;
    const left = source.replace('$', "setTimeout(() => reject(new Error('late')), ms);");
    expect(knownOf(await compareSources(left, source.replace('$', ''), 'f'))).not.toBe('same');
  });
});
