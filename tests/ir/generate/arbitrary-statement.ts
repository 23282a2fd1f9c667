import fc from 'fast-check';
import { flag, is, pick, type Parts, type Tied } from './arbitrary-expression';
import type { Focus } from './arbitrary-program';
import type { StatementTree } from './program-tree';

export function arbitraryStatement(focus: Focus, tied: Tied, parts: Parts): fc.Arbitrary<StatementTree> {
  const options = { maxDepth: 4, depthSize: 'large', depthIdentifier: 'statement', withCrossShrink: true } as const;
  const straight = straightLine(tied, parts);
  const flow = controlFlow(tied, parts);
  if (focus === 'control') return fc.oneof(options, ...straight, ...flow);
  const lighter = flow.map(({ weight, arbitrary }) => ({ weight: Math.ceil(weight / 3), arbitrary }));
  const heavier = straight.map(({ weight, arbitrary }) => ({ weight: weight * 3, arbitrary }));
  return fc.oneof({ ...options, maxDepth: 3, depthSize: 'medium' }, ...heavier, ...lighter);
}

interface Weighted {
  readonly weight: number;
  readonly arbitrary: fc.Arbitrary<StatementTree>;
}

const as = fc.constantFrom('let', 'const', 'var');

/** Leaves come first: shrinking and the depth limit fall back on them. */
function straightLine({ expr, fn, klass, pattern }: Tied, { maybe }: Parts): Weighted[] {
  return [
    { weight: 6, arbitrary: fc.record({ kind: is('expression'), value: expr }) },
    { weight: 4, arbitrary: fc.record({ kind: is('declare'), as, name: pick, value: maybe }) },
    { weight: 2, arbitrary: fc.record({ kind: is('declare-pattern'), as, pattern, value: expr }) },
    { weight: 1, arbitrary: fc.record({ kind: is('function'), fn }) },
    { weight: 1, arbitrary: fc.record({ kind: is('class'), class: klass }) },
  ];
}

function controlFlow({ expr, block, pattern }: Tied, { target, maybe }: Parts): Weighted[] {
  const handler = fc.record({ param: fc.constantFrom('none', 'name', 'pattern'), body: block });
  const each = fc.oneof(
    fc.record({ kind: is('declare'), as, name: pick }),
    fc.record({ kind: is('pattern'), as: fc.constantFrom('let', 'const'), pattern }),
    fc.record({ kind: is('assign'), target }),
  );
  const cases = fc.array(fc.record({ test: fc.option(expr, { nil: null, freq: 3 }), body: block }), {
    maxLength: 4,
    size: 'max',
  });
  const style = fc.constantFrom('while', 'do', 'for');
  const over = fc.constantFrom('of', 'of', 'in', 'await');
  const times = fc.integer({ min: 1, max: 3 });
  const loopTest = fc.option(expr, { nil: null, freq: 1 });
  const cleanup = fc.option(block, { nil: null });
  return [
    { weight: 5, arbitrary: fc.record({ kind: is('jump'), jump: fc.constantFrom('break', 'continue'), named: flag, target: pick }) },
    { weight: 3, arbitrary: fc.record({ kind: is('return'), value: maybe }) },
    { weight: 2, arbitrary: fc.record({ kind: is('throw'), value: expr }) },
    { weight: 3, arbitrary: fc.record({ kind: is('if'), test: expr, yes: block, no: fc.option(block, { nil: null }) }) },
    { weight: 5, arbitrary: fc.record({ kind: is('loop'), style, label: flag, times, test: loopTest, update: expr, body: block }) },
    { weight: 4, arbitrary: fc.record({ kind: is('each'), over, label: flag, as: each, source: expr, body: block }) },
    { weight: 3, arbitrary: fc.record({ kind: is('switch'), subject: expr, label: flag, cases }) },
    { weight: 1, arbitrary: fc.record({ kind: is('labelled'), body: block }) },
    { weight: 1, arbitrary: fc.record({ kind: is('block'), body: block }) },
    { weight: 8, arbitrary: fc.record({ kind: is('try'), body: block, handler: fc.option(handler, { nil: null, freq: 1 }), cleanup }) },
  ]; // prettier-ignore
}
