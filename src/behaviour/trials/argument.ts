/** A value that functions are called with on trial, as it is written. */
export type Argument =
  | Leaf
  | { readonly kind: 'array'; readonly elements: readonly Argument[] }
  | { readonly kind: 'object'; readonly entries: readonly Entry[] }
  | { readonly kind: 'set'; readonly elements: readonly Argument[] }
  /** Each element is a list of a key and a value. */
  | { readonly kind: 'map'; readonly elements: readonly Argument[] }
  /** Of a class that the module of the function knows by this name. */
  | { readonly kind: 'instance'; readonly className: string; readonly args: readonly Argument[] }
  | FunctionArgument
  /** One that is handed in more than once, under a name. */
  | { readonly kind: 'shared'; readonly name: string; readonly of: Argument };

export interface FunctionArgument {
  readonly kind: 'function';
  readonly result: Argument;
  /** What later calls give, one after the other; the last of them goes on giving it. */
  readonly later?: readonly Argument[];
  /** It is called with `new`, too. */
  readonly isConstructor?: boolean;
}

export interface Leaf {
  readonly kind: LeafKind;
  readonly text: string;
  /** Of a number, string or boolean. */
  readonly value: string | number | boolean | null;
}

export type LeafKind =
  | 'undefined'
  | 'null'
  | 'boolean'
  | 'number'
  | 'string'
  | 'bigint'
  | 'regexp'
  | 'date'
  | 'promise'
  | 'error'
  | 'symbol'
  | 'binary'
  | 'special'
  /** A function as somebody has written it. */
  | 'code';

export type Entry = readonly [key: string, value: Argument];

export function argumentText(argument: Argument): string {
  switch (argument.kind) {
    case 'array':
      return repeatedText(argument.elements) ?? `[${argument.elements.map(argumentText).join(', ')}]`;
    case 'object':
      return argument.entries.length === 0 ? '{}' : `{ ${argument.entries.map(entryText).join(', ')} }`;
    case 'set':
    case 'map': {
      const elements = argument.elements.length === 0 ? '' : `[${argument.elements.map(argumentText).join(', ')}]`;
      return `new ${argument.kind === 'set' ? 'Set' : 'Map'}(${elements})`;
    }
    case 'instance':
      return `new ${argument.className}(${argument.args.map(argumentText).join(', ')})`;
    case 'function':
      return functionText(argument);
    case 'shared':
      return argument.name;
    default:
      return argument.text;
  }
}

function functionText({ result, later = [], isConstructor }: FunctionArgument): string {
  const text = argumentText(result);
  if (isConstructor === true) return `function () { return ${text}; }`;
  if (later.length === 0) return `() => (${text})`;
  const turns = [text, ...later.map(argumentText)].map((turn) => `() => (${turn})`);
  return `((turns) => () => (turns.length > 1 ? turns.shift() : turns[0])())([${turns.join(', ')}])`;
}

/** Of many elements that are all the same; null of others. */
function repeatedText(elements: readonly Argument[]): string | null {
  const [first, ...others] = elements;
  if (first === undefined || elements.length <= fewElements) return null;
  const text = argumentText(first);
  if (others.some((each) => argumentText(each) !== text)) return null;
  const { length } = elements;
  return 'value' in first && first.value !== null
    ? `Array(${length}).fill(${text})`
    : `Array.from({ length: ${length} }, () => (${text}))`;
}

/** As many as are read one by one. */
export const fewElements = 12;

function entryText([key, value]: Entry): string {
  const name = /^[\p{L}_$][\p{L}\p{N}_$]*$/u.test(key) && key !== '__proto__' ? key : `[${JSON.stringify(key)}]`;
  return `${name}: ${argumentText(value)}`;
}

/** Classes that have to be known by name where the value is written. */
export function classNamesIn(argument: Argument): readonly string[] {
  switch (argument.kind) {
    case 'array':
    case 'set':
    case 'map':
      return argument.elements.flatMap(classNamesIn);
    case 'object':
      return argument.entries.flatMap(([, value]) => classNamesIn(value));
    case 'instance':
      return [argument.className, ...argument.args.flatMap(classNamesIn)];
    case 'function':
      return classNamesIn(argument.result);
    case 'shared':
      return classNamesIn(argument.of);
    default:
      return [];
  }
}

/** What has a name among some values, with its text. */
export function namedFunctions(args: readonly Argument[]): ReadonlyMap<string, string> {
  return new Map(args.flatMap((each) => (each.kind === 'shared' ? [[each.name, argumentText(each.of)]] : [])));
}

export function stringOf(value: string): Leaf {
  // What looks like another text is written so that it can be told apart.
  const text = JSON.stringify(value).replaceAll(/[\p{M}\p{Cf}\u017f\u212a]/gu, escaped);
  return { kind: 'string', text, value };
}

function escaped(character: string): string {
  return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
}

export function numberOf(value: number): Leaf {
  return { kind: 'number', text: Object.is(value, -0) ? '-0' : String(value), value };
}

export function booleanOf(value: boolean): Leaf {
  return { kind: 'boolean', text: String(value), value };
}

/** Of kinds that code asks for when it is handed anything: each answers some such question otherwise than plain data does. */
export const specialLeaves: readonly Leaf[] = [
  'new Map([[1, 2]])',
  'new Set([1])',
  'new Date(0)',
  'new Uint8Array(2)',
  'new ArrayBuffer(2)',
  'Promise.resolve(1)',
  '/a/g',
  'new TypeError("a")',
  'new Error("a")',
  'Object.create(null)',
  'Object.create({})',
  // A key of its own, as parsers make it.
  `JSON.parse('{"__proto__":{"a":1}}')`,
  'new (class A { a = 1; })()',
  'class A {}',
  'Symbol.for("a")',
  'Object("a")',
  '(function* () { yield 1; })()',
].map((text) => ({ kind: 'special', text, value: null }));

export const undefinedLeaf: Leaf = { kind: 'undefined', text: 'undefined', value: null };
export const nullLeaf: Leaf = { kind: 'null', text: 'null', value: null };
