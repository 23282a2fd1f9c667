import { numberOf, operandsOf, textOf as constantText } from './match';
import type { OperationName } from './operations';
import { printComparison, printNegation } from './print-comparison';
import { levels, object, part, type Printed } from './printed';
import type { Range } from './range';
import { parseRegExpData } from './regexp-operations';
import type { OperationTerm, Term } from './term';

/** An operation to be printed, with its arguments' texts. */
export interface Printing {
  readonly term: OperationTerm;
  readonly parts: readonly Printed[];
  readonly rangeOf: (term: Term) => Range;
  readonly textOf: (term: Term) => Printed;
}

export function printOperation(printing: Printing): Printed {
  return printers[printing.term.operation](printing);
}

type Printer = (printing: Printing) => Printed;

const nothing: Printed = object('undefined');

/** Operands of one level group from the left. */
function infix(operator: string, level: number): Printer {
  return ({ parts: [a = nothing, b = nothing] }) => ({
    text: `${part(a, level)} ${operator} ${part(b, level + 1)}`,
    level,
  });
}

/** An operator that is the same however it is grouped. */
function joined(operator: string, level: number, empty: string): Printer {
  return ({ parts }) => {
    const [only] = parts;
    if (only === undefined) return object(empty);
    if (parts.length === 1) return only;
    return { text: parts.map((each) => part(each, level)).join(` ${operator} `), level };
  };
}

/** A left operand with a sign would be a syntax error. */
const power: Printer = ({ parts: [a = nothing, b = nothing] }) => ({
  text: `${part(a, levels.number)} ** ${part(b, levels.power)}`,
  level: levels.power,
});

function prefix(operator: string): Printer {
  return ({ parts: [a = nothing] }) => ({ text: `${operator}${part(a, levels.unary + 1)}`, level: levels.unary });
}

function withOperand(operator: string, operand: string, level: number): Printer {
  return ({ parts: [a = nothing] }) => ({ text: `${part(a, level)} ${operator} ${operand}`, level });
}

function call(name: string): Printer {
  return ({ parts }) => object(`${name}(${list(parts)})`);
}

function method(name: string): Printer {
  return ({ parts: [a = nothing, ...rest] }) => object(`${part(a, levels.primary)}.${name}(${list(rest)})`);
}

/** A last argument that is left out when it is the one that the language takes. */
function methodWithDefault(name: string, isDefault: (last: Term) => boolean): Printer {
  return (printing) => {
    const last = printing.term.args.at(-1);
    if (last === undefined || !isDefault(last)) return method(name)(printing);
    return method(name)({ ...printing, parts: printing.parts.slice(0, -1) });
  };
}

function list(parts: readonly Printed[]): string {
  return parts.map(({ text }) => text).join(', ');
}

/** `x + -3` is `x - 3`. */
const sum: Printer = (printing) => {
  const [a = nothing] = printing.parts;
  const added = printing.term.args[1];
  const value = added === undefined ? null : numberOf(added);
  if (value === null || value >= 0 || Number.isNaN(value)) return infix('+', levels.sum)(printing);
  return { text: `${part(a, levels.sum)} - ${String(-value)}`, level: levels.sum };
};

/** Positions before the start count as 0, not from the end; where one is NaN, or they cross, there is nothing. */
const slice: Printer = ({ term: { args }, parts: [s = nothing, from = nothing, to = nothing], rangeOf }) => {
  const [, start, end] = args;
  if (start === undefined || end === undefined) return nothing;
  const text = part(s, levels.primary);
  const [low, high] = [rangeOf(start), rangeOf(end)];
  if (low.integer && !low.nan && isNext(start, end)) return object(`${text}.charAt(${from.text})`);
  const first = low.min >= 0 ? from.text : `Math.max(0, ${from.text})`;
  const last = high.min >= 0 ? to.text : `Math.max(0, ${to.text})`;
  const bounds = numberOf(end) === Infinity ? first : `${first}, ${last}`;
  const cut = `${text}.slice(${bounds})`;
  if (!low.nan && !high.nan) return object(cut);
  const guard = `${part(from, levels.relation)} < ${part(to, levels.relation + 1)}`;
  return { text: `${guard} ? ${cut} : ''`, level: levels.conditional };
};

/** Whether the second position is the one after the first. */
function isNext(start: Term, end: Term): boolean {
  const [from, to] = [numberOf(start), numberOf(end)];
  if (from !== null && to !== null) return from >= 0 && to === from + 1;
  const sides = operandsOf(end, 'num.add');
  return sides !== null && sides[0] === start && numberOf(sides[1]) === 1;
}

/** Patterns like `$&` mean nothing here. */
function replacement(name: string): Printer {
  return (printing) => {
    const { term, parts } = printing;
    const [s = nothing, sought = nothing, by = nothing] = parts;
    const text = term.args[2] === undefined ? null : constantText(term.args[2]);
    const plain = text !== null && !text.includes('$');
    const made = plain ? by.text : `() => ${by.text}`;
    return object(`${part(s, levels.primary)}.${name}(${sought.text}, ${made})`);
  };
}

function isZero(term: Term): boolean {
  return numberOf(term) === 0;
}

/** The match, as an expression that is null without one. */
function match({ term, parts: [s = nothing, from = nothing] }: Printing): {
  literal: string;
  found: string;
  atStart: boolean;
} {
  const { source, flags } = parseRegExpData(term.data);
  const plain = [...flags].filter((flag) => flag !== 'g').join('');
  const [, start] = term.args;
  const atStart = start !== undefined && isZero(start);
  const literal = String(new RegExp(source, atStart || flags.includes('y') ? plain : `${plain}g`));
  const found = atStart
    ? `${part(s, levels.primary)}.match(${literal})`
    : `Object.assign(${literal}, { lastIndex: ${from.text} }).exec(${s.text})`;
  return { literal, found, atStart };
}

const test: Printer = (printing) => {
  const { literal, found, atStart } = match(printing);
  const [s = nothing] = printing.parts;
  if (atStart) return object(`${literal}.test(${s.text})`);
  return { text: `${found} !== null`, level: levels.equality };
};

const index: Printer = (printing) => {
  const { literal, found, atStart } = match(printing);
  const [s = nothing] = printing.parts;
  if (atStart) return object(`${part(s, levels.primary)}.search(${literal})`);
  return { text: `${found}?.index ?? -1`, level: levels.conditional };
};

const capture: Printer = (printing) => ({
  text: `${match(printing).found}?.[${parseRegExpData(printing.term.data).group}] ?? ''`,
  level: levels.conditional,
});

const participates: Printer = (printing) => ({
  text: `${match(printing).found}?.[${parseRegExpData(printing.term.data).group}] !== undefined`,
  level: levels.equality,
});

/** `d.getHours()`: the time of a date that was handed in is called `d.getTime()`. */
function datePart(getter: 'get' | 'getUTC'): Printer {
  return ({ term, parts: [time = nothing] }) => {
    const [given] = term.args;
    const isDate = given?.kind === 'symbol' && time.text.endsWith('.getTime()');
    const date = isDate ? time.text.slice(0, -'.getTime()'.length) : `new Date(${time.text})`;
    return object(`${date}.${getter}${term.data}()`);
  };
}

const bigintBits = {
  'big.bitAnd': infix('&', levels.bitAnd),
  'big.bitOr': infix('|', levels.bitOr),
  'big.bitXor': infix('^', levels.bitXor),
  'big.bitNot': prefix('~'),
  'big.shl': infix('<<', levels.shift),
  'big.shr': infix('>>', levels.shift),
} satisfies Partial<Record<OperationName, Printer>>;

const printers: Readonly<Record<OperationName, Printer>> = {
  not: printNegation,
  and: joined('&&', levels.and, 'true'),
  or: joined('||', levels.or, 'false'),
  'bool.eq': printComparison,
  'num.add': sum,
  'num.sub': infix('-', levels.sum),
  'num.mul': infix('*', levels.product),
  'num.div': infix('/', levels.product),
  'num.rem': infix('%', levels.product),
  'num.pow': power,
  'num.neg': prefix('-'),
  'num.abs': call('Math.abs'),
  'num.floor': call('Math.floor'),
  'num.ceil': call('Math.ceil'),
  'num.round': call('Math.round'),
  'num.trunc': call('Math.trunc'),
  'num.sign': call('Math.sign'),
  'num.sqrt': call('Math.sqrt'),
  'num.fround': call('Math.fround'),
  'num.min': call('Math.min'),
  'num.max': call('Math.max'),
  'num.atan2': call('Math.atan2'),
  'num.math': (printing) => call(`Math.${printing.term.data}`)(printing),
  'num.utcPart': datePart('getUTC'),
  'num.localPart': datePart('get'),
  'num.localTime': call('localTime'),
  'num.utcTime': call('utcTime'),
  'num.integer': ({ parts }) => ({ text: `Math.trunc(${list(parts)}) || 0`, level: levels.or }),
  'num.toInt32': withOperand('|', '0', levels.bitOr),
  'num.toUint32': withOperand('>>>', '0', levels.shift),
  'num.bitAnd': infix('&', levels.bitAnd),
  'num.bitOr': infix('|', levels.bitOr),
  'num.bitXor': infix('^', levels.bitXor),
  'num.bitNot': prefix('~'),
  'num.shl': infix('<<', levels.shift),
  'num.shr': infix('>>', levels.shift),
  'num.ushr': infix('>>>', levels.shift),
  'num.imul': call('Math.imul'),
  'num.clz32': call('Math.clz32'),
  'num.lt': printComparison,
  'num.le': printComparison,
  'num.eq': printComparison,
  'num.same': call('Object.is'),
  'num.isNaN': call('Number.isNaN'),
  'num.isInteger': call('Number.isInteger'),
  'num.fromBool': call('Number'),
  'num.fromBig': call('Number'),
  'num.fromStr': call('Number'),
  'num.parseInt': ({ term, parts }) => {
    const radix = term.args[1];
    return object(`parseInt(${list(radix !== undefined && isZero(radix) ? parts.slice(0, 1) : parts)})`);
  },
  'num.parseFloat': call('parseFloat'),
  'str.concat': joined('+', levels.sum, "''"),
  'str.length': ({ parts: [a = nothing] }) => object(`${part(a, levels.primary)}.length`),
  'str.slice': slice,
  'str.codeAt': method('charCodeAt'),
  'str.codePointAt': (printing) => ({
    text: `${method('codePointAt')(printing).text} ?? NaN`,
    level: levels.conditional,
  }),
  'str.indexOf': methodWithDefault('indexOf', isZero),
  'str.lastIndexOf': methodWithDefault('lastIndexOf', (last) => numberOf(last) === Infinity),
  'str.includes': method('includes'),
  'str.startsWith': method('startsWith'),
  'str.endsWith': method('endsWith'),
  'str.replace': replacement('replace'),
  'str.replaceAll': replacement('replaceAll'),
  'str.toLowerCase': method('toLowerCase'),
  'str.toUpperCase': method('toUpperCase'),
  'str.trim': method('trim'),
  'str.trimStart': method('trimStart'),
  'str.trimEnd': method('trimEnd'),
  'str.repeat': method('repeat'),
  'str.padStart': methodWithDefault('padStart', (last) => constantText(last) === ' '),
  'str.padEnd': methodWithDefault('padEnd', (last) => constantText(last) === ' '),
  'str.lt': printComparison,
  'str.eq': printComparison,
  'str.localeCompare': method('localeCompare'),
  'str.fromNum': call('String'),
  'str.fromNumRadix': method('toString'),
  'str.toFixed': method('toFixed'),
  'str.toPrecision': method('toPrecision'),
  'str.fromCode': call('String.fromCharCode'),
  'str.fromCodePoint': call('String.fromCodePoint'),
  'str.fromBool': call('String'),
  'str.fromBig': call('String'),
  'str.toJson': call('JSON.stringify'),
  'regexp.test': test,
  'regexp.index': index,
  'regexp.capture': capture,
  'regexp.participates': participates,
  'big.add': infix('+', levels.sum),
  'big.sub': infix('-', levels.sum),
  'big.mul': infix('*', levels.product),
  'big.div': infix('/', levels.product),
  'big.rem': infix('%', levels.product),
  'big.pow': power,
  'big.neg': prefix('-'),
  ...bigintBits,
  'big.asIntN': call('BigInt.asIntN'),
  'big.asUintN': call('BigInt.asUintN'),
  'big.lt': printComparison,
  'big.eq': printComparison,
  'big.ltNum': printComparison,
  'big.gtNum': printComparison,
  'big.eqNum': printComparison,
  'big.fromNum': call('BigInt'),
  'big.fromBool': call('BigInt'),
};
