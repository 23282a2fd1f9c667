import { statement, type Line, type Statement, type WriteStatement } from './line';
import { join, same, type Pair } from './pair';
import type { Scope } from './scope';

const declare: WriteStatement = (line, scope) => {
  const sorts = ['number', 'number', 'object', 'object', 'numbers', 'objects', 'functions', 'map'] as const;
  const sort = line.choices.pick(sorts) ?? 'number';
  return line.declare(sort, line.expressions.of(scope, sort));
};

const assign: WriteStatement = (line, scope) => {
  const target = line.choices.pick(scope.of('number', 'object', 'numbers'));
  if (target === undefined) return null;
  const value = line.expressions.of(scope, target.sort);
  return statement(`${target.name} = ${value.plain};`, `$.write('${line.at}', ${target.name}, ${value.traced});`);
};

const increase: WriteStatement = (line, scope) => {
  const target = line.choices.pick(scope.of('number'));
  if (target === undefined) return null;
  const [before, value] = [line.expressions.variable(target.name), line.expressions.number(scope, 1)];
  const traced = `$.write('${line.at}', ${target.name}, ${before.traced} + ${value.traced});`;
  return statement(`${target.name} += ${value.plain};`, traced);
};

/** Two variables take turns in each other's place. */
const swap: WriteStatement = (line, scope) => {
  const [a, b] = [line.choices.pick(scope.of('object')), line.choices.pick(scope.of('object'))];
  if (a === undefined || b === undefined) return null;
  const values = [b, a].map(({ name }) => line.expressions.variable(name).traced).join(', ');
  const write = (name: string, i: number): string => `$.write('${line.at}', ${name}, values[${i}])`;
  const traced = `((values) => { ${write(a.name, 0)}; ${write(b.name, 1)}; })([${values}]);`;
  return statement(`[${a.name}, ${b.name}] = [${b.name}, ${a.name}];`, traced);
};

const takeApart: WriteStatement = (line, scope) => {
  const object = line.expressions.object(scope, 1);
  const [n, o] = [line.fresh('v'), line.fresh('v')];
  const take = (name: string, key: string): string =>
    `${name} = $.box('${line.at}', $.get('${line.at}', from, '${key}'))`;
  return {
    text: {
      plain: `let { n: ${n}, o: ${o} } = ${object.plain};`,
      traced: `let ${n}, ${o}; ((from) => { ${take(n, 'n')}; ${take(o, 'o')}; })(${object.traced});`,
    },
    declares: [
      { name: n, sort: 'number' },
      { name: o, sort: 'object' },
    ],
  };
};

const writeField: WriteStatement = (line, scope) => {
  const object = line.expressions.object(scope, 1);
  const field = (name: string, value: Pair): Statement =>
    statement(`${object.plain}.${name} = ${value.plain};`, `${line.traced('set', object, same(`'${name}'`), value)};`);
  switch (line.choices.below(6)) {
    case 0:
      return field('o', line.expressions.of(scope, 'object'));
    case 1:
      return field('f', line.expressions.holder(scope, 'function'));
    case 2:
      return statement(`delete ${object.plain}.n;`, `${line.traced('remove', object, same("'n'"))};`);
    case 3:
      return writeElement(line, scope);
    default:
      return field('n', line.expressions.of(scope, 'number'));
  }
};

function writeElement(line: Line, scope: Scope): Statement {
  const list = line.expressions.holder(scope, 'numbers');
  // Small keys: an array with a gap of millions would be walked through one by one.
  const key = join`(${line.expressions.number(scope, 0)} % 4)`;
  const value = line.expressions.number(scope, 1);
  return statement(`${list.plain}[${key.plain}] = ${value.plain};`, `${line.traced('set', list, key, value)};`);
}

/** Through a setter. Only instances have one: a plain object would get a property, which is merged into others later. */
const writeAccessor: WriteStatement = (line, scope) => {
  const target = line.choices.pick(scope.of('instance'));
  if (target === undefined) return null;
  const [object, value] = [line.expressions.variable(target.name), line.expressions.number(scope, 1)];
  return statement(`${object.plain}.g = ${value.plain};`, `${line.traced('set', object, same("'g'"), value)};`);
};

const count: WriteStatement = (line) => {
  const traced = `$.set('${line.at}', K, 'total', $.get('${line.at}', K, 'total') + 1);`;
  return statement('K.total = K.total + 1;', traced);
};

const fail: WriteStatement = (line, scope) => {
  const value = line.expressions.number(scope, 1);
  return statement(
    `if (${value.plain} > 3) throw { n: 1 };`,
    `if (${value.traced} > 3) $.fail('${line.at}', $.error(1));`,
  );
};

/** `return`, or `yield` in a generator. */
export const finish: WriteStatement = (line, scope) => {
  if (scope.result === null) return null;
  const value = line.expressions.of(scope, scope.result);
  const word = scope.isGenerator ? 'yield' : 'return';
  return statement(`${word} ${value.plain};`, `${word} ${line.traced('give', value)};`);
};

/** More often what stands here more often. */
export const simpleStatements: readonly WriteStatement[] = [
  declare, assign, assign, increase, swap, takeApart, writeField, writeField, writeField, writeAccessor,
  count, fail, finish,
]; // prettier-ignore
