import type { FunctionIr, ModuleIr } from '#ir/cfg';
import type { FunctionInputs } from '#symbolic/input-type';
import { describeInput } from '#symbolic/inputs/describe-input';

/** The inputs of a function as lines of text: what it takes, what it assumes, what was not understood. */
export function describeFunction(fn: FunctionIr, module: ModuleIr, inputs: FunctionInputs, depth = 3): string[] {
  const params = inputs.params.map(
    ({ name, type, optional, rest }) =>
      `${rest ? '...' : ''}${name}${optional ? '?' : ''}: ${describeInput(type, depth)}`,
  );
  const receiver = inputs.receiver === null ? [] : [`this: ${describeInput(inputs.receiver, depth)}`];
  return [
    `${fn.qualifiedName}(${[...receiver, ...params].join(', ')})`,
    ...inputs.preconditions.map(
      ({ text, from }) => `  requires ${text}${from === 'configuration' ? ' (configured)' : ''}`,
    ),
    ...inputs.widened.map(({ type, reason, path }) => {
      const where = path === module.path ? '' : ` in ${path}`;
      return `  widened ${type.replaceAll(/\s+/g, ' ')}: ${reason}${where}`;
    }),
  ];
}
