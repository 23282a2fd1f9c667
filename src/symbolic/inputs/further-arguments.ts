import type { FunctionIr, ModuleIr } from '#ir/cfg';
import type { FunctionInputs, InputType, ParamInput } from '../input-type';
import { anything } from './anything';
import { typedModule } from './typed-module';

/**
 * Whether a function takes more than it names: in JavaScript one that reads `arguments` does, as the compiler of TypeScript has it,
 * too. In TypeScript the declared parameters say what may be given.
 */
export function takesFurther(module: ModuleIr, fn: FunctionIr): boolean {
  const { isJavaScript, scopes } = typedModule(module);
  return isJavaScript && scopes.readsArguments(fn.origin);
}

/** The same inputs with any number of arguments: more than are named, or fewer where nothing is said of those at the end. */
export function withFurther(inputs: FunctionInputs): FunctionInputs {
  const { params } = inputs;
  const lastNeeded = params.findLastIndex(({ type, optional, rest }) => !rest && !optional && !isOpen(type));
  const named = params.map((param, index) => (param.rest || index <= lastNeeded ? param : omissible(param)));
  return { ...inputs, params: named.some(({ rest }) => rest) ? named : [...named, furtherThan(named)] };
}

function omissible(param: ParamInput): ParamInput {
  return { ...param, optional: true };
}

function furtherThan(params: readonly ParamInput[]): ParamInput {
  let name = 'rest';
  while (params.some((param) => param.name === name)) name = `_${name}`;
  return { name, type: anyList, optional: false, rest: true };
}

const anyList: InputType = { members: [{ kind: 'array', element: () => anything, readonly: false }] };

/** Of what nothing is declared, nothing has to be given. */
function isOpen({ members }: InputType): boolean {
  return members.some(({ kind }) => kind === 'undefined');
}
