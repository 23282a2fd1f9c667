import type { FunctionInputs, ParamInput } from '#symbolic/input-type';
import { heldByLanguage } from '#symbolic/inputs/classes';
import { functionInputs, type InputOptions } from '#symbolic/inputs/function-inputs';
import { takesFurther, withFurther } from '#symbolic/inputs/further-arguments';
import { takenForAnyString } from '#symbolic/inputs/read-type';
import { isAboutClassesBelow } from '#symbolic/inputs/receiver';
import { typeSourceOf } from '#symbolic/inputs/type-source';
import { functionOf, type FunctionPair, type FunctionVersion } from './function-pair';

/** What both versions of a function are called with. */
export interface PairInputs {
  readonly inputs: FunctionInputs;
  /** The version whose program the types of the inputs belong to. */
  readonly typedBy: 'base' | 'head';
  /** What a reader must know about the calls that are compared. */
  readonly remarks: readonly string[];
}

/**
 * Calls that were possible before the change, as the callers of the function make them: by position, with the types that the
 * parameters had. A parameter that was added is left out where it can be.
 */
export function pairInputs(pair: FunctionPair, options: InputOptions): PairInputs {
  const found = callsBefore(pair, options);
  return { ...found, remarks: [...found.remarks, ...onOwnClass(pair, found)] };
}

/** A static method is called on its own class. Where only the other version asks for `this`, its types say so. */
function onOwnClass(pair: FunctionPair, { inputs, typedBy }: PairInputs): string[] {
  const other = pair[typedBy === 'head' ? 'base' : 'head'];
  if (!functionOf(other).fn.isStatic) return [];
  const said = leftOut(inputs);
  return leftOut({ widened: inputsOf(other, {}).widened.filter(isAboutClassesBelow) }).filter(
    (note) => !said.includes(note),
  );
}

function callsBefore(pair: FunctionPair, options: InputOptions): PairInputs {
  const head = inputsOf(pair.head, options);
  const further = [pair.base, pair.head].map(functionOf).some(({ module, fn }) => takesFurther(module, fn));
  if (hasSameSignature(pair)) return { inputs: further ? withFurther(head) : head, typedBy: 'head', remarks: [] };
  const base = inputsOf(pair.base, options);
  const typedBy = isUntyped(base) && !isUntyped(head) && base.params.length >= head.params.length ? 'head' : 'base';
  const [own, others] = typedBy === 'head' ? [head, base] : [base, head];
  const remarks = typedBy === 'head' ? askedByPatterns(pair.head) : [];
  // In the words of the head, whose source the reader looks at, and whose preconditions name its parameters.
  const params: ParamInput[] = own.params.map((param, index) => ({
    ...param,
    name: head.params[index]?.name ?? param.name,
  }));
  for (const [index, { name, optional, rest }] of params.entries()) {
    const other = others.params[index];
    if (typedBy === 'base' && !optional && !rest && other?.optional === true)
      remarks.push(`${name} is given, as it had to be before`);
  }
  // A parameter that was added may be given where more arguments than the named ones are.
  if (further) return { inputs: withFurther({ ...own, params, preconditions: head.preconditions }), typedBy, remarks };
  const isRest = params.at(-1)?.rest === true;
  for (const added of isRest ? [] : others.params.slice(params.length)) {
    if (typedBy === 'head') break;
    if (added.optional || added.rest || added.type.members.length > mostDeclared) {
      remarks.push(`the new parameter ${added.name} is left out`);
      break;
    }
    remarks.push(`the new parameter ${added.name} is given, which the base ignores`);
    params.push(added);
  }
  return { inputs: { ...own, params, preconditions: head.preconditions }, typedBy, remarks };
}

/** The same for a function that another one has handed on; null where its types are not those of one version. */
export function laterPairInputs(pair: FunctionPair, typedBy: PairInputs['typedBy']): FunctionInputs | null {
  if (typedBy === 'base' && hasSameSignature(pair)) return pairInputs({ base: pair.head, head: pair.base }, {}).inputs;
  const found = pairInputs(pair, {});
  return found.typedBy === typedBy ? found.inputs : null;
}

/** Inputs of the declared types that were not tried, as far as the types were looked at, and are taken not to matter. */
export function leftOut({ widened }: Pick<FunctionInputs, 'widened'>): readonly string[] {
  const narrower = widened.filter(({ isNarrower, reason }) => isNarrower && reason !== heldByLanguage);
  return [...new Set(narrower.map(({ type, reason }) => `${type}: ${reason}`))];
}

/** Types of which more was handed in than they admit, so that a call may be one that the compiler refuses. */
export function takenWider({ widened }: FunctionInputs): readonly string[] {
  const wider = widened.filter(({ reason }) => reason === takenForAnyString);
  return [...new Set(wider.map(({ type, reason }) => `${type}: ${reason}`))];
}

/** Why paths do not tell of all inputs, whichever way they go; null where they do. */
export function neverTried(inputs: FunctionInputs, { base, head }: FunctionPair): string | null {
  const found = inputs.widened.find(({ reason }) => reason === heldByLanguage);
  if (found === undefined) return null;
  const isOfReceiver = isUntyped(inputs) && inputs.receiver !== null;
  return isOfReceiver && ![base, head].some(mentionsThis) ? null : `${found.type}: ${found.reason}`;
}

function mentionsThis(version: FunctionVersion): boolean {
  const { module, fn } = functionOf(version);
  return /\b(?:this|super|eval)\b/.test(module.text.slice(fn.start, fn.end));
}

/** Whether nothing is said of some input. */
export function hasUntyped({ params, receiver }: FunctionInputs): boolean {
  return [...params.map(({ type }) => type), ...(receiver === null ? [] : [receiver])].some(
    ({ members }) => members.length > mostDeclared,
  );
}

/** Wider than what a declaration says as a rule: anything. */
function isUntyped({ params }: FunctionInputs): boolean {
  return params.every(({ type }) => type.members.length > mostDeclared);
}

const mostDeclared = 8;

function inputsOf(version: FunctionVersion, options: InputOptions): FunctionInputs {
  const { module, fn } = functionOf(version);
  return functionInputs(typeSourceOf(version.loaded), fn, module, options);
}

/** What a pattern asks for is no declared type: callers of the base may have handed in anything. */
function askedByPatterns(version: FunctionVersion): string[] {
  const { module, fn } = functionOf(version);
  const { origin } = fn;
  if (!('params' in origin) || !Array.isArray(origin.params)) return [];
  return origin.params.flatMap((param) => {
    const pattern = param.type === 'AssignmentPattern' ? param.left : param;
    if (pattern.type !== 'ObjectPattern' && pattern.type !== 'ArrayPattern') return [];
    if (pattern.typeAnnotation !== null && pattern.typeAnnotation !== undefined) return [];
    const kind = pattern.type === 'ObjectPattern' ? 'an object' : 'an array';
    return [`what is handed in for ${module.text.slice(pattern.start, pattern.end)} is ${kind}`];
  });
}

function hasSameSignature({ base, head }: FunctionPair): boolean {
  return signatureOf(base).join('\n') === signatureOf(head).join('\n');
}

/** The parameters as they are written, without their names where these are plain. */
function signatureOf(version: FunctionVersion): string[] {
  const { module, fn } = functionOf(version);
  const { origin } = fn;
  if (!('params' in origin) || !Array.isArray(origin.params)) return [];
  return origin.params.map((param) => {
    const text = module.text.slice(param.start, param.end);
    const colon = text.indexOf(':');
    const isOptional = /^[\w$]+\?/.test(text) || text.includes('=');
    return `${param.type} ${isOptional ? '?' : ''} ${colon < 0 ? '' : text.slice(colon)}`;
  });
}
