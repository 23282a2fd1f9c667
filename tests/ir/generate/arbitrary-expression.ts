import fc from 'fast-check';
import type { Focus } from './arbitrary-program';
import type {
  ArgTree,
  BlockTree,
  ClassTree,
  ExprTree,
  FunctionTree,
  KeyTree,
  PatternTree,
  PropertyTree,
  TargetTree,
} from './program-tree';

/** The recursive parts of a program, for each other to refer to. */
export interface Tied {
  readonly expr: fc.Arbitrary<ExprTree>;
  readonly block: fc.Arbitrary<BlockTree>;
  readonly fn: fc.Arbitrary<FunctionTree>;
  readonly klass: fc.Arbitrary<ClassTree>;
  readonly pattern: fc.Arbitrary<PatternTree>;
}

/** Pieces that occur inside many kinds of trees. */
export interface Parts {
  readonly key: fc.Arbitrary<KeyTree>;
  readonly target: fc.Arbitrary<TargetTree>;
  readonly args: fc.Arbitrary<readonly ArgTree[]>;
  readonly maybe: fc.Arbitrary<ExprTree | null>;
}

export const pick = fc.nat({ max: 40 });
export const flag = fc.boolean();
export const rarely = fc.nat({ max: 5 }).map((n) => n === 5);

export function is<Word extends string>(word: Word): fc.Arbitrary<Word> {
  return fc.constant(word);
}

export function partsOf(expr: fc.Arbitrary<ExprTree>): Parts {
  const key: fc.Arbitrary<KeyTree> = fc.oneof(
    { weight: 4, arbitrary: fc.record({ kind: is('name'), pick }) },
    { weight: 1, arbitrary: fc.record({ kind: is('computed'), value: expr }) },
  );
  const target: fc.Arbitrary<TargetTree> = fc.oneof(
    { weight: 2, arbitrary: fc.record({ kind: is('variable'), pick }) },
    { weight: 1, arbitrary: fc.record({ kind: is('member'), object: expr, key }) },
  );
  const args = fc.array(fc.record({ spread: rarely, value: expr }), { maxLength: 3 });
  return { key, target, args, maybe: fc.option(expr, { nil: null }) };
}

export function arbitraryExpression(focus: Focus, tied: Tied, parts: Parts): fc.Arbitrary<ExprTree> {
  const depth = { depthIdentifier: 'expression', withCrossShrink: true } as const;
  const common = simple(tied, parts);
  if (focus === 'control') return fc.oneof({ ...depth, maxDepth: 2, depthSize: 'medium' }, ...common);
  return fc.oneof({ ...depth, maxDepth: 4, depthSize: 'medium' }, ...common, ...rich(tied, parts));
}

interface Weighted {
  readonly weight: number;
  readonly arbitrary: fc.Arbitrary<ExprTree>;
}

/** Leaves come first: shrinking and the depth limit fall back on them. */
function simple({ expr }: Tied, { key, target, args }: Parts): Weighted[] {
  const op = fc.constantFrom('&&', '||', '??');
  return [
    { weight: 6, arbitrary: fc.record({ kind: is('literal'), pick }) },
    { weight: 8, arbitrary: fc.record({ kind: is('read'), pick, early: rarely }) },
    { weight: 8, arbitrary: fc.record({ kind: is('log'), value: expr }) },
    { weight: 2, arbitrary: fc.record({ kind: is('binary'), op: fc.constantFrom('+', '-', '<', '==='), left: expr, right: expr }) },
    { weight: 2, arbitrary: fc.record({ kind: is('logical'), op, left: expr, right: expr }) },
    { weight: 1, arbitrary: fc.record({ kind: is('conditional'), test: expr, yes: expr, no: expr }) },
    { weight: 3, arbitrary: fc.record({ kind: is('assign'), op: fc.constantFrom('=', '=', '+='), target, value: expr }) },
    { weight: 1, arbitrary: fc.record({ kind: is('update'), op: fc.constantFrom('++', '--'), prefix: flag, target }) },
    { weight: 6, arbitrary: fc.record({ kind: is('call'), callee: fc.record({ kind: is('function'), pick }), args, optional: rarely }) },
    { weight: 1, arbitrary: fc.record({ kind: is('member'), object: fc.record({ kind: is('read'), pick, early: fc.constant(false) }), key, optional: flag }) },
    { weight: 1, arbitrary: fc.record({ kind: is('new'), pick, args }) },
    { weight: 3, arbitrary: fc.record({ kind: is('yield'), value: expr, delegate: rarely }) },
    { weight: 3, arbitrary: fc.record({ kind: is('await'), value: expr }) },
    { weight: 2, arbitrary: fc.record({ kind: is('private'), pick, use: fc.constantFrom('read', 'write', 'in', 'call'), value: expr }) },
  ]; // prettier-ignore
}

const unaryOps = ['!', '-', '+', '~', 'typeof ', 'void '] as const;
const binaryOps = [
  '+', '-', '*', '/', '%', '**', '<<', '>>', '>>>', '&', '|', '^',
  '<', '<=', '>', '>=', '==', '!=', '===', '!==', 'in', 'instanceof',
] as const; // prettier-ignore
const assignOps = ['-=', '*=', '**=', '<<=', '>>>=', '|=', '&&=', '||=', '??='] as const;

function rich({ expr, fn, klass, pattern }: Tied, { key, target, args }: Parts): Weighted[] {
  const element = fc.option(fc.record({ spread: rarely, value: expr }), { nil: null, freq: 8 });
  const property = arbitraryProperty(expr, fn, key);
  const callee = fc.oneof(
    { weight: 3, arbitrary: fc.record({ kind: is('method'), object: expr, key, optional: flag }) },
    { weight: 1, arbitrary: fc.record({ kind: is('value'), value: expr }) },
  );
  return [
    { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom('this', 'arguments', 'new-target') }) },
    { weight: 3, arbitrary: fc.record({ kind: is('unary'), op: fc.constantFrom(...unaryOps), value: expr }) },
    { weight: 4, arbitrary: fc.record({ kind: is('binary'), op: fc.constantFrom(...binaryOps), left: expr, right: expr }) },
    { weight: 4, arbitrary: fc.record({ kind: is('assign'), op: fc.constantFrom(...assignOps), target, value: expr }) },
    { weight: 2, arbitrary: fc.record({ kind: is('assign-pattern'), pattern, value: expr }) },
    { weight: 3, arbitrary: fc.record({ kind: is('member'), object: expr, key, optional: flag }) },
    { weight: 3, arbitrary: fc.record({ kind: is('call'), callee, args, optional: flag }) },
    { weight: 3, arbitrary: fc.record({ kind: is('array'), elements: fc.array(element, { maxLength: 3 }) }) },
    { weight: 3, arbitrary: fc.record({ kind: is('object'), properties: fc.array(property, { maxLength: 3 }) }) },
    { weight: 1, arbitrary: fc.record({ kind: is('function'), fn }) },
    { weight: 1, arbitrary: fc.record({ kind: is('class'), class: klass }) },
    { weight: 2, arbitrary: fc.record({ kind: is('template'), tagged: flag, values: fc.array(expr, { maxLength: 2 }) }) },
    { weight: 1, arbitrary: fc.record({ kind: is('comma'), first: expr, second: expr }) },
    { weight: 2, arbitrary: fc.record({ kind: is('delete'), object: expr, key, optional: flag }) },
    { weight: 2, arbitrary: fc.record({ kind: is('super'), key, call: flag, args }) },
  ]; // prettier-ignore
}

function arbitraryProperty(
  expr: fc.Arbitrary<ExprTree>,
  fn: fc.Arbitrary<FunctionTree>,
  key: fc.Arbitrary<KeyTree>,
): fc.Arbitrary<PropertyTree> {
  return fc.oneof(
    { weight: 4, arbitrary: fc.record({ kind: is('value'), key, value: expr }) },
    { weight: 1, arbitrary: fc.record({ kind: is('spread'), value: expr }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom('method', 'get', 'set'), key, fn }) },
  );
}
