import { argumentText, fewElements, numberOf, stringOf, type Argument } from './argument';
import type { Step } from './steps';
import type { TrialCall } from './trial-call';

/** Calls that are a step simpler than one: arguments left out, parts of them gone, shorter strings, smaller numbers. */
export function simplerCalls(call: TrialCall): TrialCall[] {
  return callsWith(call, simpler);
}

/** Only with arguments, and properties of them, left out. */
export function shorterCalls(call: TrialCall): TrialCall[] {
  return callsWith(call, (argument) => (argument.kind === 'object' ? simpler(argument, () => []) : []));
}

function callsWith(call: TrialCall, change: (argument: Argument) => Argument[]): TrialCall[] {
  const fewer = (list: readonly Argument[]): (readonly Argument[])[] => [
    ...(list.length > 0 ? [list.slice(0, -1)] : []),
    ...list.flatMap((argument, at) => change(argument).map((made) => list.toSpliced(at, 1, made))),
  ];
  const { self, around, args, later, steps } = call;
  const { before, after } = around;
  const simplerSteps = (list: readonly Step[]): (readonly Step[])[] =>
    list.flatMap((step, at) => fewer(step.args).map((made) => list.with(at, { ...step, args: made })));
  const changed = (parts: readonly Partial<TrialCall>[]): TrialCall[] =>
    parts.map((part) => Object.assign({}, call, part));
  return [
    ...sameTexts(call).map((text) => withText(call, text)),
    ...changed(steps.map((_, at) => ({ steps: steps.toSpliced(at, 1) }))),
    ...changed(after.map((_, at) => ({ around: { before, after: after.toSpliced(at, 1) } }))),
    ...changed(before.map((_, at) => ({ around: { before: before.toSpliced(at, 1), after } }))),
    ...changed(fewer(args).map((made) => ({ args: made }))),
    ...changed(later === null ? [] : fewer(later).map((made) => ({ later: made }))),
    ...changed(self === null ? [] : fewer(self).map((made) => ({ self: made }))),
    ...changed(simplerSteps(steps).map((made) => ({ steps: made }))),
    ...changed(simplerSteps(before).map((made) => ({ around: { before: made, after } }))),
    ...changed(simplerSteps(after).map((made) => ({ around: { before, after: made } }))),
  ];
}

/** Texts that are handed in more than once: calls that belong together are about the same thing. */
function sameTexts({ around: { before, after }, args }: TrialCall): readonly string[] {
  const all = [...before, { args }, ...after].flatMap((each) => each.args.filter(isLongText).map(argumentText));
  return [...new Set(all.filter((text, at) => all.indexOf(text) !== at))];
}

function isLongText(argument: Argument): boolean {
  return argument.kind === 'string' && String(argument.value).length > 1;
}

/** With another text, in all places at once. */
function withText(call: TrialCall, text: string): TrialCall {
  const inArgs = (args: readonly Argument[]): readonly Argument[] =>
    args.map((each) => (each.kind === 'string' && argumentText(each) === text ? stringOf('a') : each));
  const inSteps = (list: readonly Step[]): readonly Step[] =>
    list.map((step) => Object.assign({}, step, { args: inArgs(step.args) }));
  const { before, after } = call.around;
  return { ...call, args: inArgs(call.args), around: { before: inSteps(before), after: inSteps(after) } };
}

/** `inside`: the same of what it is made of. */
function simpler(argument: Argument, inside: (part: Argument) => Argument[] = simpler): Argument[] {
  switch (argument.kind) {
    case 'string':
      return shorter(String(argument.value)).map(stringOf);
    case 'number':
      return smaller(Number(argument.value)).map(numberOf);
    case 'array':
    case 'set':
    case 'map':
      return lists(argument.elements, inside).map((elements) => ({ kind: argument.kind, elements }));
    case 'object':
      return [
        ...argument.entries.map((_, at): Argument => ({ kind: 'object', entries: argument.entries.toSpliced(at, 1) })),
        ...argument.entries.flatMap(([key, value], at) =>
          inside(value).map((made): Argument => {
            return { kind: 'object', entries: argument.entries.toSpliced(at, 1, [key, made]) };
          }),
        ),
      ];
    default:
      return [];
  }
}

/** Pieces taken out of it, large ones first. */
function shorter(text: string): string[] {
  const found = new Set<string>();
  for (let size = text.length; size >= 1; size = Math.floor(size / 2)) {
    for (let at = 0; at < text.length && found.size < mostPieces; at += size) {
      found.add(text.slice(0, at) + text.slice(at + size));
    }
  }
  return [...found];
}

const mostPieces = 48;

function smaller(value: number): number[] {
  if (!Number.isFinite(value)) return [0, 1];
  const towards = [0, Math.sign(value), Math.trunc(value), Math.trunc(value / 2), value - Math.sign(value)];
  return [...new Set(towards)].filter((each) => Math.abs(each) < Math.abs(value));
}

function lists(elements: readonly Argument[], inside: (part: Argument) => Argument[]): (readonly Argument[])[] {
  const { length } = elements;
  if (length > fewElements) {
    const ends = [0, Math.floor(length / 2), Math.floor(0.75 * length), Math.floor(0.9 * length), length - 1];
    const [first] = elements;
    const alike = first === undefined ? [] : inside(first).map((made) => elements.map(() => made));
    return [...ends.map((end) => elements.slice(0, end)), ...alike];
  }
  return [
    ...elements.map((_, at) => elements.toSpliced(at, 1)),
    ...elements.flatMap((each, at) => inside(each).map((made) => elements.toSpliced(at, 1, made))),
  ];
}
