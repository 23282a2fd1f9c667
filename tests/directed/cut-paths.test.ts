import { describe, expect, it } from 'vitest';
import { nodeId } from '#core/ids';
import { SearchedSource, searchSource, type Searched } from './search-source';

/**
 * To convert `slow` takes longer than a path may: it is cut short in the middle of the node that converts. Whether a decision
 * before it is affected is up to each test.
 */
const text = `
const slow = { valueOf(): number { let i = 0; while (i < 1000) i++; return i; } };
export function f(a: boolean, b: boolean): number {
  let r = 0;
  if (b) r = 1; // decision
  if (a) // which
    r = -slow; // first
  else
    r = +slow; // second
  return r;
}`;

const source = new SearchedSource(text);
const limits = { steps: 400 };

function search(names: readonly string[], pruning: 'exact' | 'none'): Searched {
  const nodes = names.flatMap((name) => source.nodesAt(name));
  return searchSource(source, 'f', source.affected('f', nodes), { limits, pruning });
}

/** In which lines of the function paths were cut short. */
function cutAt({ paths }: Searched): string[] {
  const { first } = source.program.nodesOf(source.fn('f'));
  return paths.map(({ state, isCut }) => {
    let { frame } = state;
    while (frame !== null && frame.caller !== null) frame = frame.caller;
    return isCut && frame !== null ? source.nameOf(nodeId(first + frame.node)) : '';
  });
}

describe('paths that are cut short in the middle of an affected node', () => {
  it('are told apart by that node, each once', () => {
    // Four paths are cut short, in pairs that only the decision tells apart.
    expect(cutAt(search(['first', 'second'], 'exact')).toSorted()).toEqual(['first', 'second']);
  });

  it('are affected by it alone', () => {
    expect(cutAt(search(['second'], 'exact'))).toEqual(['second']);
    expect(cutAt(search(['first'], 'exact'))).toEqual(['first']);
  });

  it('are all told where an affected decision tells them apart', () => {
    const found = cutAt(search(['decision', 'first', 'second'], 'exact'));
    expect(found.toSorted()).toEqual(['first', 'first', 'second', 'second']);
    expect(cutAt(search(['decision', 'first', 'second'], 'none')).toSorted()).toEqual(found.toSorted());
  });
});
