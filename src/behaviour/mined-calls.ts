import type { FunctionIr } from '#ir/cfg';
import type { Domain } from '#smt/term';
import type { FunctionInputs, InputMember, InputType, ParamInput } from '#symbolic/input-type';
import { callText } from '#symbolic/call-text';
import type { MinedLiteral, MinedValues, Row } from './mine-values';
import type { WrittenCall } from './witness';

/** Calls that are made up of values of one kind each beyond those that are written side by side. */
const mostMixed = 300;
const mostReceivers = 8;

/** Calls of a function with values that the project's own code writes: the likeliest to matter come first. */
export function* minedCalls(values: MinedValues, fn: FunctionIr, inputs: FunctionInputs): Generator<WrittenCall> {
  yield* callsWith(values, fn, inputs, (own) => argumentLists(values, own, inputs.params));
}

/** Only calls with values that came with the change. */
export function* freshCalls(values: MinedValues, fn: FunctionIr, inputs: FunctionInputs): Generator<WrittenCall> {
  yield* callsWith(values, fn, inputs, () => listsFrom(values.fresh, inputs.params));
}

function* callsWith(
  values: MinedValues,
  fn: FunctionIr,
  inputs: FunctionInputs,
  lists: (own: readonly Row[]) => Iterable<Row>,
): Generator<WrittenCall> {
  const seen = new Set<string>();
  const className = fn.qualifiedName.slice(0, Math.max(0, fn.qualifiedName.lastIndexOf('.')));
  const receivers = inputs.receiver === null ? [null] : receiversOf(values, className);
  const name = fn.kind === 'constructor' ? className : fn.name;
  const own = values.callsOf.get(name.slice(name.lastIndexOf('.') + 1)) ?? [];
  let turn = 0;
  for (const args of lists(own)) {
    const texts = args.map(({ text }) => text);
    const chosen = receivers.length <= 1 ? receivers : [receivers[turn++ % receivers.length] ?? null];
    for (const receiver of chosen) {
      const call = callText(fn.qualifiedName, receiver, texts);
      if (seen.has(call)) continue;
      seen.add(call);
      yield { call, input: { setup: [], receiver, args: texts } };
    }
  }
}

function receiversOf({ callsOf, rows }: MinedValues, className: string): string[] {
  const simple = className.slice(className.lastIndexOf('.') + 1);
  const known = callsOf.get(simple) ?? [];
  const made = known.length > 0 ? known : rows;
  return made.slice(0, mostReceivers).map((row) => `new ${className}(${row.map(({ text }) => text).join(', ')})`);
}

function* argumentLists(values: MinedValues, own: readonly Row[], params: readonly ParamInput[]): Generator<Row> {
  for (const row of own) if (fits(row, params)) yield row;
  if (params.length === 0) yield [];
  yield* listsFrom([...values.fresh, ...values.rows], params);
  yield* mixed(values.literals, params);
}

function* listsFrom(rows: readonly Row[], params: readonly ParamInput[]): Generator<Row> {
  for (const row of rows) {
    for (const chosen of choicesFrom(row, params.length)) if (fits(chosen, params)) yield chosen;
  }
}

/** A row of a table of tests holds expected results, too, and its columns may be in another order than the parameters. */
function choicesFrom(row: Row, count: number): readonly Row[] {
  if (count === 1) return row.map((value) => [value]);
  const [first, second, ...rest] = row;
  if (first === undefined || second === undefined) return [row];
  const swapped = [second, first, ...rest].slice(0, count);
  if (count !== 2 || row.length > mostColumns) return [row.slice(0, count), swapped];
  return row.flatMap((left) => row.flatMap((right) => (left === right ? [] : [[left, right]])));
}

const mostColumns = 4;

/** Every parameter gets its values in turn, each at a pace of its own, so that they meet in many ways. */
function* mixed(literals: readonly MinedLiteral[], params: readonly ParamInput[]): Generator<Row> {
  const choices = params.filter(({ rest }) => !rest).map((param) => literals.filter((each) => isOf(each, param.type)));
  const required = params.filter(({ optional, rest }) => !optional && !rest).length;
  if (choices.length === 0 || choices.slice(0, required).some((list) => list.length === 0)) return;
  for (let turn = 0; turn < mostMixed; turn++) {
    const length = Math.max(required, turn % 3 === 0 ? choices.length : required);
    const row = choices
      .slice(0, length)
      .flatMap((list, index) => list[(turn * (2 * index + 1) + index * 7) % list.length] ?? []);
    if (row.length >= required) yield row;
  }
}

function fits(row: Row, params: readonly ParamInput[]): boolean {
  const required = params.filter(({ optional, rest }) => !optional && !rest).length;
  const last = params.at(-1);
  if (row.length < required || (row.length > params.length && last?.rest !== true)) return false;
  return row.every((literal, index) => {
    const param = params[Math.min(index, params.length - 1)];
    return param !== undefined && (param.rest || isOf(literal, param.type));
  });
}

function isOf(literal: MinedLiteral, { members }: InputType): boolean {
  return members.some((member) => isOfMember(literal, member));
}

/** Of an object whose properties are declared it is not known whether the literal has them as they must be. */
function isOfMember(literal: MinedLiteral, member: InputMember): boolean {
  const { kind, value, elements } = literal;
  switch (member.kind) {
    case 'number':
      return typeof value === 'number' && isIn(member.domain, value);
    case 'literals':
      return member.values.some((known) => Object.is(known, value));
    case 'array':
      return kind === 'array' && elements.every((element) => isOf(element, member.element()));
    case 'object':
      return kind === 'object' && member.class === null && member.properties.size === 0;
    case 'tuple':
      return false;
    default:
      return kind === member.kind;
  }
}

function isIn({ integer, min, max, negativeZero, nan }: Domain, value: number): boolean {
  if (Number.isNaN(value)) return nan;
  if (integer && !Number.isInteger(value)) return false;
  return value >= min && value <= max && (negativeZero || !Object.is(value, -0));
}
