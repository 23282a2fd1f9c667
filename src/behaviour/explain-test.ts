import { lineOutOfRange, WingbeatError } from '#core/diagnostics';
import { testNotFound } from '#core/explain-diagnostics';
import { LineIndex } from '#core/span';
import type { LoadedProgram } from '#ir/load-program';
import type { NamedPlace } from '#project/surroundings';
import { childNodes } from '#replay/child-nodes';
import { parseModule, type SyntaxNode } from '#syntax/parse';
import { TestScope } from './explain-test-scope';
import type { WrittenCall } from './explain-call';
import type { FitsTitles } from './recorded-test-calls';

/** A test case of a test file. */
export interface WrittenTest {
  /** With the titles of the groups around it: `cart > adds up`. */
  readonly name: string;
  readonly file: string;
  readonly line: number;
}

/** A call that a test makes of a function of the project, with what must run before it. */
export interface TestCall {
  /** The module of the function. */
  readonly path: string;
  readonly call: WrittenCall;
  readonly setup: readonly string[];
  readonly line: number;
}

/** A call that cannot be looked at without the test around it. */
export interface PassedOver {
  readonly call: string;
  readonly line: number;
  readonly reason: string;
}

export interface FoundTest {
  readonly test: WrittenTest;
  /** Whether a test that ran may be this one: titles that the source computes fit whatever they may become. */
  readonly fits: FitsTitles;
  readonly calls: readonly TestCall[];
  readonly passedOver: readonly PassedOver[];
}

/** The test at a line or of a title, and the calls in its source: it is read, not run. */
export function findTest({ path, at }: NamedPlace, head: LoadedProgram): FoundTest {
  const text = head.textOf(path);
  const { tree, problems } = parseModule(path, text);
  if (tree === null) throw new WingbeatError(problems[0] ?? testNotFound(path, path, []));
  const lines = new LineIndex(text);
  const tests = [...testsIn(tree, noTitles, text)];
  const found = at.kind === 'line' ? testAtLine(tests, lines, path, at.line) : testNamed(tests, at);
  if (found === undefined) {
    const wanted = at.kind === 'line' ? `in line ${at.line}` : at.kind === 'function' ? at.name : 'of that name';
    throw new WingbeatError(testNotFound(wanted, path, tests.slice(0, mostSuggestions).map(nameOf)));
  }
  const scope = new TestScope(path, text, tree, head);
  const calls: TestCall[] = [];
  const passedOver: PassedOver[] = [];
  for (const node of callsIn(found.callback)) {
    const call = scope.callOf(node);
    if (call === null) continue;
    const { line } = lines.positionAt(node.start);
    if ('reason' in call) passedOver.push({ ...call, line });
    else calls.push({ ...call, line });
  }
  const { line } = lines.positionAt(found.start);
  return { test: { name: nameOf(found), file: path, line }, fits: fitting(found), calls, passedOver };
}

/** Whether a file has a test of this title. */
export function hasTest({ path, at }: NamedPlace, head: LoadedProgram): boolean {
  const text = head.textOf(path);
  const { tree } = parseModule(path, text);
  return tree !== null && testNamed([...testsIn(tree, noTitles, text)], at) !== undefined;
}

const mostSuggestions = 4;
const noTitles: Titles = { titles: [], patterns: [] };

interface TestNode {
  readonly titles: readonly string[];
  readonly patterns: readonly string[];
  readonly start: number;
  readonly end: number;
  readonly callback: SyntaxNode;
}

function nameOf({ titles }: TestNode): string {
  return titles.join(' > ');
}

function fitting({ patterns }: TestNode): FitsTitles {
  const all = patterns.map((pattern) => new RegExp(`^${pattern}$`, 's'));
  return (titles) => titles.length === all.length && all.every((pattern, i) => pattern.test(titles[i] ?? ''));
}

function testNamed(tests: readonly TestNode[], at: NamedPlace['at']): TestNode | undefined {
  if (at.kind !== 'function') return undefined;
  const wanted = at.name.replace(/^(["'`])(.*)\1$/, '$2');
  return (
    tests.find((test) => nameOf(test) === wanted || test.titles.join(' ') === wanted) ??
    tests.find(({ titles }) => titles.at(-1) === wanted)
  );
}

function testAtLine(tests: readonly TestNode[], lines: LineIndex, path: string, line: number): TestNode | undefined {
  const range = lines.rangeOfLine(line);
  if (range === undefined) throw new WingbeatError(lineOutOfRange(path, line, lines.lineCount));
  return tests.findLast(({ start, end }) => start < range.end && end > range.start);
}

const testWords: ReadonlySet<string> = new Set(['it', 'test', 'specify', 'fit', 'xit', 'xtest']);
const groupWords: ReadonlySet<string> = new Set(['describe', 'suite', 'context', 'fdescribe', 'xdescribe']);

type Titles = Pick<TestNode, 'titles' | 'patterns'>;

function* testsIn(node: SyntaxNode, { titles, patterns }: Titles, text: string): Generator<TestNode> {
  let around: Titles = { titles, patterns };
  if (node.type === 'CallExpression') {
    const word = rootName(node.callee);
    const [title] = node.arguments;
    const callback = node.arguments.find(({ type }) => isFunction(type));
    if (word !== null && title !== undefined && callback !== undefined) {
      const named = { titles: [...titles, titleOf(title, text)], patterns: [...patterns, patternOf(title)] };
      if (testWords.has(word)) yield { ...named, start: node.start, end: node.end, callback };
      if (groupWords.has(word)) around = named;
    }
  }
  for (const child of childNodes(node)) yield* testsIn(child, around, text);
}

/** Of the title as it comes out, with what tables and templates put in. */
function patternOf(title: SyntaxNode): string {
  if (title.type === 'TemplateLiteral') return title.quasis.map(({ value }) => escaped(value.raw)).join('.*');
  if (title.type !== 'Literal' || typeof title.value !== 'string') return '.*';
  return title.value
    .split(/%[a-z%#$]|\$[\w.#]+/i)
    .map(escaped)
    .join('.*');
}

function escaped(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
}

function titleOf(node: SyntaxNode, text: string): string {
  if (node.type === 'Literal' && typeof node.value === 'string') return node.value;
  return text.slice(node.start, node.end).replace(/^`([^`]*)`$/, '$1');
}

function isFunction(type: string): boolean {
  return type === 'ArrowFunctionExpression' || type === 'FunctionExpression';
}

/** `test` of `test.only`, `test.each([1])`. */
export function rootName(node: SyntaxNode): string | null {
  switch (node.type) {
    case 'Identifier':
      return node.name;
    case 'MemberExpression':
      return rootName(node.object);
    case 'CallExpression':
      return rootName(node.callee);
    case 'TaggedTemplateExpression':
      return rootName(node.tag);
    default:
      return null;
  }
}

/** Inner calls before those around them, as they are evaluated. */
function* callsIn(node: SyntaxNode): Generator<SyntaxNode> {
  for (const child of childNodes(node)) yield* callsIn(child);
  if (node.type === 'CallExpression' || node.type === 'NewExpression') yield node;
}
