import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Script } from 'node:vm';
import { type Node, parse } from 'acorn';
import { EXIT, type ExecutionTrace, RETURN } from '#dynamic/events';
import { repositoryRoot } from '../repository-root';

interface Parser {
  parse(source: string, options: object): unknown;
}

/** Packages whose files are the inputs: one test parses one file. */
const packages = ['semver', 'picomatch', 'express', 'rxjs/dist/cjs', 'lodash'];

/** Traces of a real program: acorn, with an event at the entry and the end of each of its functions, on files of other packages. */
export function acornSuite(tests: number): ExecutionTrace[] {
  const events: number[] = [];
  const parser = instrumented(events);
  return chosenFiles(tests).map((file) => {
    events.length = 0;
    try {
      parser.parse(readFileSync(join(repositoryRoot, 'node_modules', file), 'utf8'), { ecmaVersion: 'latest' });
    } catch {
      // A file that is not a script is a test as well: the error unwinds the parser.
    }
    events.push(EXIT);
    return { key: file, events: Int32Array.from(events) };
  });
}

function chosenFiles(count: number): string[] {
  const files = packages.flatMap((name) => {
    const folder = join(repositoryRoot, 'node_modules', name);
    return readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.js') && statSync(join(folder, path)).isFile())
      .map((path) => join(name, path));
  });
  const sorted = files.toSorted();
  const step = sorted.length / Math.min(count, sorted.length);
  return Array.from({ length: Math.min(count, sorted.length) }, (_, i) => sorted[Math.floor(i * step)] ?? '');
}

function instrumented(events: number[]): Parser {
  const source = readFileSync(join(repositoryRoot, 'node_modules/acorn/dist/acorn.js'), 'utf8');
  const inserted: { readonly at: number; readonly text: string }[] = [];
  let count = 0;
  eachFunctionBody(parse(source, { ecmaVersion: 'latest' }), ({ start, end }) => {
    inserted.push({ at: start + 1, text: `enter(${count++});try{` }, { at: end - 1, text: '}finally{leave()}' });
  });
  let text = '';
  let from = 0;
  for (const { at, text: probe } of inserted.toSorted((a, b) => a.at - b.at)) {
    text += source.slice(from, at) + probe;
    from = at;
  }
  const module = { exports: {} as Parser };
  const load: unknown = new Script(
    `(function(exports,module,enter,leave){${text}${source.slice(from)}})`,
  ).runInThisContext();
  if (typeof load !== 'function') throw new Error('invariant: the wrapped module is a function');
  load(
    module.exports,
    module,
    (number: number) => events.push(number),
    () => events.push(RETURN),
  );
  return module.exports;
}

function eachFunctionBody(node: Node, visit: (body: Node) => void): void {
  for (const [key, value] of Object.entries(node)) {
    for (const child of Array.isArray(value) ? value : [value]) {
      if (!isNode(child)) continue;
      if (key === 'body' && child.type === 'BlockStatement' && /Function/.test(node.type)) visit(child);
      eachFunctionBody(child, visit);
    }
  }
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}
