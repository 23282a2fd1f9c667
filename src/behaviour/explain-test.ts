import { lineOutOfRange, WingbeatError } from '#core/diagnostics';
import { testNotFound } from '#core/explain-diagnostics';
import { LineIndex } from '#core/span';
import type { LoadedProgram } from '#ir/load-program';
import type { NamedPlace } from '#project/surroundings';
import { childNodes } from '#replay/child-nodes';
import { parseModule, type SyntaxNode } from '#syntax/parse';
import { TestScope } from './explain-test-scope';
import type { WrittenCall } from './explain-call';

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
  readonly calls: readonly TestCall[];
  readonly passedOver: readonly PassedOver[];
}

/** The test at a line or of a title, and the calls in its source: it is read, not run. */
export function findTest({ path, at }: NamedPlace, head: LoadedProgram): FoundTest {
  const text = head.textOf(path);
  const { tree, problems } = parseModule(path, text);
  if (tree === null) throw new WingbeatError(problems[0] ?? testNotFound(path, path, []));
  const lines = new LineIndex(text);
  const tests = [...testsIn(tree, [], text)];
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
  return { test: { name: nameOf(found), file: path, line }, calls, passedOver };
}

/** Whether a file has a test of this title. */
export function hasTest({ path, at }: NamedPlace, head: LoadedProgram): boolean {
  const text = head.textOf(path);
  const { tree } = parseModule(path, text);
  return tree !== null && testNamed([...testsIn(tree, [], text)], at) !== undefined;
}

const mostSuggestions = 4;

interface TestNode {
  readonly titles: readonly string[];
  readonly start: number;
  readonly end: number;
  readonly callback: SyntaxNode;
}

function nameOf({ titles }: TestNode): string {
  return titles.join(' > ');
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

function* testsIn(node: SyntaxNode, titles: readonly string[], text: string): Generator<TestNode> {
  let around = titles;
  if (node.type === 'CallExpression') {
    const word = rootName(node.callee);
    const [title] = node.arguments;
    const callback = node.arguments.find(({ type }) => isFunction(type));
    if (word !== null && title !== undefined && callback !== undefined) {
      const named = [...titles, titleOf(title, text)];
      if (testWords.has(word)) yield { titles: named, start: node.start, end: node.end, callback };
      if (groupWords.has(word)) around = named;
    }
  }
  for (const child of childNodes(node)) yield* testsIn(child, around, text);
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
