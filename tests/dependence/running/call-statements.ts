import type { Line, Statement, WriteStatement } from './line';
import { same } from './pair';
import type { Scope } from './scope';

type Gives = 'number' | 'object';

/** A function in a variable. */
const direct: WriteStatement = (line, scope) => {
  const gives = line.choices.chance(50) ? 'number' : 'object';
  const callee = line.expressions.holder(scope, gives === 'number' ? 'function' : 'maker');
  return line.declare(gives, line.call(callee.plain, 'part0', [callee], line.args(scope)));
};

/** A function in a field of an object, or a method of an instance. */
const method: WriteStatement = (line, scope) => {
  if (line.choices.chance(40)) return onObject(line, scope, 'f', 'number', false);
  return line.choices.chance(50)
    ? onObject(line, scope, 'count', 'number', true)
    : onObject(line, scope, 'make', 'object', true);
};

function onObject(line: Line, scope: Scope, name: string, gives: Gives, isInstance: boolean): Statement {
  const object = isInstance ? line.expressions.holder(scope, 'instance') : line.expressions.object(scope, 1);
  const run = `($.get('${line.at}', part0, '${name}'), part0).${name}`;
  return line.declare(gives, line.call(`${object.plain}.${name}`, run, [object], line.args(scope)));
}

const element: WriteStatement = (line, scope) => {
  const callee = line.expressions.element(line.expressions.holder(scope, 'functions'), same('0'));
  return line.declare('number', line.call(callee.plain, 'part0', [callee], line.args(scope)));
};

const construct: WriteStatement = (line, scope) => {
  const made = line.call('new K', 'new K', [], line.args(scope));
  return line.declare('instance', made);
};

/** `call`, `apply` and `bind`. */
const through: WriteStatement = (line, scope) => {
  const callee = line.expressions.holder(scope, 'function');
  const args = line.args(scope);
  switch (line.choices.below(3)) {
    case 0:
      return line.declare('number', line.call(`${callee.plain}.call`, 'part0.call', [callee], [same('null'), ...args]));
    case 1: {
      const list = { plain: `[${args[0].plain}, ${args[1].plain}]`, traced: `[${args[0].traced}, ${args[1].traced}]` };
      return line.declare('number', line.call(`${callee.plain}.apply`, 'part0.apply', [callee], [same('null'), list]));
    }
    default:
      return line.declare(
        'number',
        line.call(
          `${callee.plain}.bind(null, ${args[0].plain})`,
          'part0.bind(null, part1)',
          [callee, args[0]],
          [args[1]],
        ),
      );
  }
};

/** More often what stands here more often. */
export const callStatements: readonly WriteStatement[] = [
  direct, direct, direct, method, method, element, construct, through,
]; // prettier-ignore
