import fc from 'fast-check';
import { is, pick, rarely, flag, type Parts, type Tied } from './arbitrary-expression';
import type { ClassTree, ElementTree, FunctionTree, MemberTree, ParamTree, PatternTree } from './program-tree';

export function arbitraryFunction({ expr, block, pattern }: Tied): fc.Arbitrary<FunctionTree> {
  const param: fc.Arbitrary<ParamTree> = fc.oneof(
    { weight: 3, arbitrary: fc.record({ kind: is('name'), fallback: fc.option(expr, { nil: null }) }) },
    { weight: 1, arbitrary: fc.record({ kind: is('pattern'), pattern }) },
  );
  return fc.record({
    arrow: flag,
    async: rarely,
    generator: fc.nat({ max: 2 }).map((n) => n === 2),
    params: fc.array(param, { maxLength: 2 }),
    rest: rarely,
    body: block,
    result: fc.option(expr, { nil: null }),
  });
}

export function arbitraryClass({ expr, block, fn }: Tied, { key, args, maybe }: Parts): fc.Arbitrary<ClassTree> {
  const isStatic = rarely;
  const member: fc.Arbitrary<MemberTree> = fc.oneof(
    fc.record({ kind: is('field'), isStatic, key, value: maybe }),
    fc.record({ kind: is('private-field'), isStatic, value: maybe }),
    fc.record({ kind: fc.constantFrom('method', 'get', 'set'), isStatic, key, fn }),
    fc.record({ kind: fc.constantFrom('private-method', 'private-get'), isStatic, fn }),
    fc.record({ kind: is('static-block'), body: block }),
  );
  const before = fc.option(expr, { nil: null, freq: 2 });
  return fc.record({
    parent: fc.option(pick, { nil: null }),
    init: fc.option(fc.record({ fn, superArgs: args, before }), { nil: null }),
    members: fc.array(member, { maxLength: 4 }),
  });
}

export function arbitraryPattern({ expr, pattern }: Tied, { key, target }: Parts): fc.Arbitrary<PatternTree> {
  const element: fc.Arbitrary<ElementTree> = fc.record({ pattern, fallback: fc.option(expr, { nil: null, freq: 2 }) });
  const elements = fc.array(fc.option(element, { nil: null, freq: 6 }), { maxLength: 3 });
  const properties = fc.array(fc.record({ key, element }), { maxLength: 3 });
  return fc.oneof(
    { maxDepth: 2, depthIdentifier: 'pattern', withCrossShrink: true },
    { weight: 4, arbitrary: fc.record({ kind: is('leaf'), target, name: pick }) },
    { weight: 2, arbitrary: fc.record({ kind: is('array'), elements, rest: fc.option(pattern, { nil: null, freq: 1 }) }) },
    { weight: 2, arbitrary: fc.record({ kind: is('object'), properties, rest: flag }) },
  ); // prettier-ignore
}
