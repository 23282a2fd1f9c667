import { statement, type WriteStatement } from './line';

const push: WriteStatement = (line, scope) => {
  const sort = line.choices.pick(['numbers', 'objects', 'functions'] as const) ?? 'numbers';
  const list = line.expressions.holder(scope, sort);
  const element = ({ numbers: 'number', objects: 'object', functions: 'function' } as const)[sort];
  const value = line.expressions.of(scope, element);
  return statement(`${list.plain}.push(${value.plain});`, `${line.traced('push', list, value)};`);
};

const put: WriteStatement = (line, scope) => {
  const [map, key] = [line.expressions.holder(scope, 'map'), line.expressions.number(scope, 0)];
  const value = line.expressions.object(scope, 1);
  return statement(`${map.plain}.set(${key.plain}, ${value.plain});`, `${line.traced('put', map, key, value)};`);
};

const take: WriteStatement = (line, scope) => {
  const [map, key] = [line.expressions.holder(scope, 'map'), line.expressions.number(scope, 0)];
  return line.declare('object', { plain: `${map.plain}.get(${key.plain})`, traced: line.traced('take', map, key) });
};

const merge: WriteStatement = (line, scope) => {
  const [target, source] = line.choices.chance(50)
    ? [line.expressions.object(scope, 1), line.expressions.object(scope, 1)]
    : [line.expressions.made(scope, 'object'), line.expressions.object(scope, 1)];
  const merged = {
    plain: `Object.assign(${target.plain}, ${source.plain})`,
    traced: line.traced('assign', target, source),
  };
  return line.declare('object', merged);
};

/** With a function of the program as callback. */
const visit: WriteStatement = (line, scope) => {
  const [list, fn] = [line.expressions.holder(scope, 'numbers'), line.expressions.holder(scope, 'function')];
  const method = line.choices.pick(['map', 'filter', 'sort'] as const) ?? 'map';
  const plain = `${list.plain}.${method}(${fn.plain})`;
  return line.declare('numbers', { plain, traced: line.traced(method, list, fn) });
};

const copy: WriteStatement = (line, scope) => {
  const list = line.expressions.holder(scope, 'objects');
  const plain = line.choices.chance(50) ? `[...${list.plain}]` : `${list.plain}.slice()`;
  return line.declare('objects', { plain, traced: line.traced('copy', list) });
};

export const collectionStatements: readonly WriteStatement[] = [push, put, take, merge, visit, copy];
