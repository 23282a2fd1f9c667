import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { lowerSource } from '#ir/lower-module';
import type { FunctionIr, ModuleIr } from '#ir/cfg';
import { createSolver } from '#smt/chain';
import { describeCondition } from '#symbolic/describe-condition';
import { describeValue } from '#symbolic/describe-value';
import { createWorld } from '#symbolic/explore';
import type { InputType } from '#symbolic/input-type';
import { joining } from '#symbolic/joining-searcher';
import { explorePartially } from '#symbolic/partial';
import { listed, type State } from '#symbolic/state';
import { integersFrom } from '#smt/term';
import { exploreSource, type Explored } from './explore-source';
import { pathHolds } from './holds';

function fixture(name: string): string {
  return readFileSync(join(import.meta.dirname, '../fixtures', name), 'utf8');
}

/** The same program over integers, which the documents mean. */
function overIntegers(text: string): string {
  return `import type { int } from 'wingbeat';\n${text.replaceAll(': number', ': int')}`;
}

function results(explored: Explored): (string | undefined)[] {
  return explored.ends.map((state) =>
    state.completion?.kind === 'returns'
      ? describeValue(explored.world, state, state.completion.value)
      : state.completion?.kind,
  );
}

describe('DiSE Fig. 2, the wheel brake system', () => {
  it('has 24 paths over integers (the document prints 21)', () => {
    const explored = exploreSource(overIntegers(fixture('papers/wbs-before.ts')), 'update');
    expect(explored.complete).toBe(true);
    expect(explored.ends).toHaveLength(24);
  });

  it('has 27 over doubles: just below 1, adding 1 rounds to 2', () => {
    const explored = exploreSource(fixture('papers/wbs-before.ts'), 'update');
    expect(explored.ends).toHaveLength(27);
  });
});

describe('tcas, version 0', () => {
  it('has 44 feasible paths: 32 give 0, 6 give 1, 6 give 2', () => {
    const explored = exploreSource(fixture('tcas/v0.ts'), 'altSepTest');
    expect(explored.complete).toBe(true);
    const counts = new Map<string, number>();
    for (const result of results(explored)) counts.set(String(result), (counts.get(String(result)) ?? 0) + 1);
    expect(Object.fromEntries(counts)).toEqual({ 0: 32, 1: 6, 2: 6 });
  });
});

describe('the tests of tcas', () => {
  it('each take exactly one path, which says what the original program printed', () => {
    const explored = exploreSource(fixture('tcas/v0.ts'), 'altSepTest');
    const names = explored.inputs.params.map((param) => param.name);
    const outcomes = results(explored);
    const [, ...rows] = fixture('tcas/universe.csv').trim().split('\n');
    for (const row of rows) {
      const values = row.split(',').map(Number);
      const inputs = Object.fromEntries(
        names.map((name, index) => [name, truths.has(name) ? values[index] !== 0 : values[index]]),
      );
      const taken = explored.ends.flatMap((state, index) => (pathHolds(state, inputs) ? [outcomes[index]] : []));
      expect(taken, row).toEqual([String(values.at(-1))]);
    }
    expect(rows.length).toBe(1545);
  });
});

const truths: ReadonlySet<string> = new Set(['confidence', 'reportsValid', 'inhibit']);

/** What a path knows when it is about to execute a node: its condition and the values of variables. */
interface Snapshot {
  readonly line: number;
  readonly condition: string;
  readonly values: Readonly<Record<string, string>>;
}

function partial(
  text: string,
  functionName: string,
  variables: readonly string[],
  range: { readonly fromLine?: number; readonly toLine?: number } = {},
): { readonly snapshots: readonly Snapshot[]; readonly ends: readonly State[] } {
  const { module } = lowerSource('a.ts', text);
  const fn = module?.functions.find((candidate) => candidate.qualifiedName === functionName);
  if (module === null || fn === undefined) throw new Error('the fixture parses');
  const solver = createSolver();
  try {
    const source = { module: () => module, resolve: () => null };
    const world = createWorld(source, solver);
    const int: InputType = { members: [{ kind: 'number', domain: integersFrom(-(2 ** 31), 2 ** 31 - 1) }] };
    const snapshots: Snapshot[] = [];
    const observer = {
      stepped(state: State): void {
        const { frame } = state;
        if (frame?.closure.fn !== fn || frame.progress.decisions.length > 0) return;
        const line = lineOf(module, fn, frame.node);
        if (line === null) return;
        const conditions = listed(state.conditions).map(({ condition }) => describeCondition(world, condition).text);
        const values = variables.map((name) => {
          const binding = module.bindings.find((candidate) => candidate.name === name);
          const cell = binding === undefined ? undefined : frame.env.get(binding.index);
          const value = cell === undefined ? undefined : state.cells.get(cell);
          return [name, value === undefined || value === null ? '?' : describeValue(world, state, value)] as const;
        });
        snapshots.push({ line, condition: conditions.join(' && ') || 'true', values: Object.fromEntries(values) });
      },
    };
    const nodeAt = (line: number | undefined): number | undefined =>
      line === undefined ? undefined : fn.nodes.find((node) => lineOf(module, fn, node.index) === line)?.index;
    const [from, to] = [nodeAt(range.fromLine), nodeAt(range.toLine)];
    const { ends } = explorePartially({
      world,
      path: 'a.ts',
      fn,
      inputs: { params: [], receiver: null, preconditions: [], widened: [] },
      variables: new Map(variables.map((name) => [name, int])),
      observer,
      ...(from === undefined ? {} : { from }),
      ...(to === undefined ? {} : { to }),
    });
    return { snapshots, ends };
  } finally {
    solver.close();
  }
}

/** The number in the comment at the end of the line on which a node begins. */
function lineOf(module: ModuleIr, fn: FunctionIr, nodeIndex: number): number | null {
  const node = fn.nodes[nodeIndex];
  if (node === undefined || node.op.kind === 'entry') return null;
  const start = node.op.kind === 'exit' ? fn.end - 1 : node.start;
  const end = module.text.indexOf('\n', start);
  const comment = /\/\/ (\d+)\s*$/.exec(module.text.slice(start, end < 0 ? undefined : end));
  return comment === null ? null : Number(comment[1]);
}

describe('DiSE Fig. 1, the symbolic execution tree of testX', () => {
  it('has the five nodes of the figure, each with its condition and values', () => {
    const { snapshots } = partial(fixture('papers/test-x.ts'), 'testX', ['x', 'y']);
    expect(snapshots).toEqual([
      { line: 1, condition: 'true', values: { x: 'x', y: 'y' } },
      { line: 2, condition: 'x > 0', values: { x: 'x', y: 'y' } },
      { line: 5, condition: 'x > 0', values: { x: 'x', y: 'x + y' } },
      { line: 4, condition: 'x < 1', values: { x: 'x', y: 'y' } },
      { line: 5, condition: 'x < 1', values: { x: 'x', y: 'y - x' } },
    ]);
  });
});

function rowsAt(line: number): readonly string[] {
  return partial(fixture('papers/bin-before.ts'), 'Bin', ['a', 'b'])
    .snapshots.filter((row) => row.line === line)
    .map((row) => `${row.condition} | a = ${row.values['a']}, b = ${row.values['b']}`);
}

describe('Effects Table 2, Bin', () => {
  it('reaches each statement with the conditions and values of the table', () => {
    expect(rowsAt(1)).toEqual(['true | a = a, b = b']);
    expect(rowsAt(2)).toEqual(['a < 3 | a = a, b = b']);
    expect(rowsAt(4)).toEqual(['a > 2 | a = a, b = b']);
    expect(rowsAt(6)).toEqual(['a < 3 | a = a, b = b + 1', 'a > 2 | a = a, b = b - 1']);
    expect(rowsAt(7)).toEqual(['a < 3 && b > 1 | a = a, b = b + 1', 'a > 2 && b > 3 | a = a, b = b - 1']);
    expect(rowsAt(9)).toEqual(['a < 3 && b < 2 | a = a, b = b + 1', 'a > 2 && b < 4 | a = a, b = b - 1']);
  });

  it('is executed from any statement to any other, whatever came before', () => {
    const { snapshots, ends } = partial(fixture('papers/bin-before.ts'), 'Bin', ['a', 'b'], { fromLine: 4, toLine: 7 });
    expect(snapshots.map((row) => row.line)).toEqual([4, 6, 9]);
    const end = ends.find((state) => state.completion?.kind === 'cut');
    expect(end?.completion).toMatchObject({ reason: { kind: 'target' } });
    expect(end === undefined ? [] : listed(end.conditions)).toHaveLength(1);
  });
});

describe('multi-path execution over dependencies', () => {
  it('gives one state for Bin where path by path there are four, with the same answer', () => {
    const text = fixture('papers/bin-before.ts');
    const plain = exploreSource(text, 'Bin');
    const joined = exploreSource(text, 'Bin', { searcher: (world) => joining(world) });
    expect(plain.ends).toHaveLength(4);
    expect(results(joined)).toEqual(['(a <= 2 ? b + 1 : b - 1) > 2 ? 1 : 0']);
  });

  it('keeps apart what the target depends on', () => {
    const text = overIntegers(fixture('papers/wbs-before.ts'));
    const wholly = exploreSource(text, 'update', { searcher: (world) => joining(world) });
    const { module } = lowerSource('a.ts', text);
    const fn = module?.functions.find((candidate) => candidate.qualifiedName === 'update');
    const isSwitch = (node: number): boolean => {
      const found = fn?.nodes[node];
      return found !== undefined && (module?.text.slice(found.start, found.end) ?? '').includes('BSwitch');
    };
    const forMeter = exploreSource(text, 'update', {
      searcher: (world) => joining(world, { matters: (site) => isSwitch(site.node) }),
    });
    expect(wholly.ends).toHaveLength(1);
    expect(forMeter.ends).toHaveLength(3);
  });
});
