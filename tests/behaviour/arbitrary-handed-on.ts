import fc from 'fast-check';
import { constant, expression, mutantsOf, rewritesOf } from './text-versions';

type Scope = readonly string[];

const state = ['n', 'm'];

function statement(scope: Scope): fc.Arbitrary<string> {
  const value = expression(scope, 1);
  const target = fc.constantFrom(...state);
  return fc.oneof(
    fc.tuple(target, value).map(([name, text]) => `${name} = ${text};`),
    fc.tuple(target, constant).map(([name, text]) => `${name} += ${text};`),
    fc.tuple(value, constant, target, value).map(([left, at, name, text]) => `if (${left} < ${at}) ${name} = ${text};`),
    fc.tuple(value, constant).map(([left, at]) => `if (${left} < ${at}) throw new Error('low');`),
    value.map((text) => `kept.v = ${text};`),
  );
}

/** A function as source; `deep` ones give further functions. */
function handed(scope: Scope, deep: number): fc.Arbitrary<string> {
  const param = `x${scope.length}`;
  const inner = [...scope, param, 'kept.v'];
  const result =
    deep === 0 ? expression(inner, 2) : fc.oneof(expression(inner, 2), handed([...scope, param], deep - 1));
  const body = fc.tuple(fc.array(statement(inner), { maxLength: 2 }), result);
  return fc.oneof(
    result.map((text) => `(${param}: number) => ${text}`),
    body.map(([statements, text]) => `(${param}: number) => { ${statements.join(' ')} return ${text}; }`),
  );
}

const members = fc.array(handed(['a', ...state], 1), { minLength: 1, maxLength: 3 });

const result = fc.oneof(
  handed(['a', ...state], 2),
  members.map((fns) => `{ ${fns.map((fn, index) => `p${index}: ${fn}`).join(', ')} }`),
  members.map((fns) => `[${fns.join(', ')}]`),
  members.map((fns) => `new (class { ${fns.map((fn, index) => `p${index} = ${fn};`).join(' ')} })()`),
  fc
    .tuple(handed(['a', ...state], 0), constant)
    .map(([fn, text]) => `{ get v() { return n + ${text}; }, set: ${fn}, kept }`),
);

const program = fc.tuple(constant, constant, result).map(
  ([n, m, text]) => `export function f(a: number): any {
  let n = ${n}; let m = ${m}; const kept = { v: 0 };
  return ${text};
}`,
);

export const handingMutants = mutantsOf(program);

export const handingRewrites = rewritesOf(program);
