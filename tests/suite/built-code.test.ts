import { mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildSync, type BuildOptions } from 'esbuild';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readBuiltCode, type BuiltCode, type NotFollowed, type ReadSource } from '#suite/built-code';
import { matchBuilt } from '#suite/match-built';
import { functionsNamed, hiddenCalls } from '#suite/hidden-calls';
import { parseModule } from '#syntax/parse';
import { listFunctions, type FoundFunction } from '#trace/list-functions';

let root = '';

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'wingbeat-built-code-'));
  mkdirSync(join(root, 'src'));
});

afterAll(() => rmSync(root, { recursive: true, force: true }));

function sourceOf(path: string): ReadSource | null {
  const text = readFileSync(join(root, path), 'utf8');
  const { tree } = parseModule(path, text);
  return tree === null ? null : { path, text, tree, functions: listFunctions(tree) };
}

function build(text: string, options: BuildOptions): void {
  writeFileSync(join(root, 'src/a.ts'), text);
  buildSync({
    absWorkingDir: root,
    entryPoints: ['src/a.ts'],
    bundle: true,
    format: 'esm',
    sourcemap: true,
    outfile: 'lib/a.js',
    logLevel: 'silent',
    ...options,
  });
}

function read(): BuiltCode | NotFollowed {
  return readBuiltCode(root, 'lib/a.js', readFileSync(join(root, 'lib/a.js'), 'utf8'), sourceOf);
}

function readTrue(): BuiltCode {
  const code = read();
  if ('why' in code) throw new Error(code.why);
  return code;
}

interface MapFields {
  sources: string[];
  sourcesContent?: string[];
  mappings: string;
}

function rewrite(edit: (map: MapFields) => void): void {
  const file = join(root, 'lib/a.js.map');
  const map = JSON.parse(readFileSync(file, 'utf8')) as MapFields;
  edit(map);
  writeFileSync(file, JSON.stringify(map));
}

/** The mark that a function has in its own code, and not in that of functions in it. */
function markOf(text: string, fn: FoundFunction, all: readonly FoundFunction[]): string | undefined {
  const inner = all.filter(({ node }) => node !== fn.node && node.start >= fn.node.start && node.end <= fn.node.end);
  return [...text.matchAll(/mark\d+/g)].find(({ index }) => {
    const isIn = fn.node.start <= index && index < fn.node.end;
    return isIn && !inner.some(({ node }) => node.start <= index && index < node.end);
  })?.[0];
}

/** Functions of many forms, each of which has a mark of its own that no compiler touches. */
const program = fc.array(fc.constantFrom('function', 'arrow', 'method', 'getter', 'nested', 'async', 'default'), {
  minLength: 1,
  maxLength: 12,
});

function written(forms: readonly string[]): string {
  let mark = 0;
  const say = (): string => `console.log('mark${mark++}')`;
  return forms
    .map((form, i) => {
      switch (form) {
        case 'function':
          return `export function f${i}(a: number) { ${say()}; return a; }`;
        case 'arrow':
          return `export const f${i} = (a: number) => ${say()};`;
        case 'method':
          return `export class C${i} { constructor(readonly x: number) { ${say()}; } m(a: number) { ${say()}; } }`;
        case 'getter':
          return `export const o${i} = { get g() { return ${say()}; }, set g(v) { ${say()}; }, m() { ${say()}; } };`;
        case 'nested':
          return `export function f${i}() { ${say()}; return [1].map((x) => { ${say()}; return () => ${say()}; }); }`;
        case 'async':
          return `export async function* f${i}(a = 1) { ${say()}; yield async () => { ${say()}; }; }`;
        default:
          return `export const f${i} = function (a: number, { b = () => ${say()} } = {}) { ${say()}; return b; };`;
      }
    })
    .join('\n');
}

describe('functions of built code', () => {
  test('are those of the source that hold the same marks', () => {
    fc.assert(
      fc.property(
        program,
        fc.boolean(),
        fc.constantFrom('esnext', 'es2020', 'es2017'),
        fc.constantFrom('esm' as const, 'cjs' as const, 'iife' as const),
        (forms, minify, target, format) => {
          build(written(forms), { minify, target, format });
          const code = readTrue();
          const source = code.sources.get('src/a.ts');
          if (source === undefined) throw new Error('the map has no source');
          const matched = matchBuilt(code);
          for (const [index, { index: of }] of matched) {
            const made = code.functions[index];
            const was = source.functions[of];
            if (made === undefined || was === undefined) throw new Error('no such function');
            const mark = markOf(code.text, made, code.functions);
            if (mark !== undefined) expect(markOf(source.text, was, source.functions)).toBe(mark);
          }
          const found = new Set([...matched.values()].map(({ index }) => index));
          if (target === 'esnext')
            expect(found.size).toBe(source.functions.filter(({ kind }) => kind !== 'module').length);
        },
      ),
      { numRuns: 60 },
    );
  });
});

describe('calls that are not in built code', () => {
  const text = `export const same = (x: number) => x;
export function nothing(f: () => void) {}
export function deep() { return inner(); }
function inner() { return 1; }
export function kept(x: string) { return x.trim(); }
export function caller() { nothing(deep); return kept('a'); }
`;

  test('lead to what they name, and all that this names', () => {
    build(text, { minify: true });
    const code = readTrue();
    const sources = [...code.sources.values()];
    const hidden = hiddenCalls(sources, new Map([[code, matchBuilt(code)]]));
    expect(hidden.map(({ site }) => site.name)).toEqual(['nothing']);
    const starts = functionsNamed(hidden, sources)?.map(({ index }) => {
      return /function (\w+)/.exec(text.slice(sources[0]?.functions[index]?.start))?.[1];
    });
    expect(starts?.toSorted()).toEqual(['deep', 'inner', 'nothing']);
  });

  test('are not known where what they call was handed in', () => {
    build(
      `function nothing() {}\nexport function run(nothing: () => void) { nothing(); }\nexport const a = () => nothing();\n`,
      {
        minify: true,
      },
    );
    const code = readTrue();
    const sources = [...code.sources.values()];
    expect(functionsNamed(hiddenCalls(sources, new Map([[code, matchBuilt(code)]])), sources)).toBeNull();
  });
});

test.each([
  ['a default', "import pad from 'node:path';", 'pad.join(s)'],
  ['a default by name', "import { default as pad } from 'node:path';", 'pad.join(s)'],
  ['a default that is called', "import pad from 'node:path';", 'pad(s)'],
  ['another name', "import { join as put } from 'node:path';", 'put(s)'],
])('a map is true where the compiler makes a property of what is imported: %s', (_, imports, use) => {
  build(`${imports}\nexport function p(s: string) { return ${use}; }\nexport const q = () => 9;\n`, {
    format: 'cjs',
    platform: 'node',
    external: ['node:path'],
  });
  expect(matchBuilt(readTrue()).size).toBe(2);
});

describe('a map that cannot be relied on', () => {
  const text = `export function one(o: any) { return o.first.second.third; }
export function two(o: any) { return o.fourth.fifth.sixth; }
`;
  test('is one of another source', () => {
    build(text, {});
    writeFileSync(join(root, 'src/a.ts'), `// new\n${text}`);
    expect(read()).toEqual({ why: 'src/a.ts is not as it was built' });
  });

  test('is one of another build', () => {
    build(text, {});
    // All of it one line further down.
    rewrite((map) => (map.mappings = `;${map.mappings}`));
    const code = read();
    expect('why' in code || matchBuilt(code).size === 0).toBe(true);
    const shifted = `${text.trim().split('\n').toReversed().join('\n')}\n`;
    build(text, {});
    rewrite((map) => (map.sourcesContent = [shifted]));
    writeFileSync(join(root, 'src/a.ts'), shifted);
    expect(read()).toEqual({ why: 'its map is not that of the file' });
  });

  test('is one without the text of a source that is newer', () => {
    build(text, {});
    rewrite((map) => delete map.sourcesContent);
    const then = new Date(Date.now() - 60_000);
    utimesSync(join(root, 'src/a.ts'), then, then);
    expect('why' in read()).toBe(false);
    const later = new Date(Date.now() + 60_000);
    utimesSync(join(root, 'src/a.ts'), later, later);
    expect(read()).toEqual({ why: 'src/a.ts is not as it was built' });
  });

  test('is none at all', () => {
    build(text, { sourcemap: false });
    expect(read()).toEqual({ why: 'it has no map that can be read' });
  });
});
