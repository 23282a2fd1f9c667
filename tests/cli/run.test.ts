import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { unknownRevision, WingbeatError } from '#core/diagnostics';
import { replayMismatch } from '#core/path-diagnostics';
import type { PipelinePort } from '#cli/pipeline-port';
import type { FunctionResult } from '#result/function-result';
import type { Result } from '#result/result';
import { version } from '../../package.json';
import { costPaths } from '../report/sample-paths';
import { changed, nothing, shop, span } from '../report/sample-results';
import { behaviour, bugs, differs, entryPoint, sameUpTo, unknown, verdicts } from '../report/sample-verdicts';
import { runFake } from './fake-world';

const cwd = '/nowhere';
const plainComparison = { behaviour: true, strict: false };
const plainGraph = { all: false, allEdges: false, postDominators: false };

describe('what is asked', () => {
  test.each<[string, keyof PipelinePort, Record<string, unknown>]>([
    ['', 'analyzeChange', { ...plainComparison, staged: false }],
    ['main', 'analyzeChange', { ...plainComparison, staged: false, base: 'main' }],
    ['v1 v2', 'analyzeChange', { ...plainComparison, staged: false, base: 'v1', head: 'v2' }],
    ['--staged', 'analyzeChange', { ...plainComparison, staged: true }],
    ['--staged main', 'analyzeChange', { ...plainComparison, staged: true, base: 'main' }],
    ['-- compare', 'analyzeChange', { ...plainComparison, staged: false, base: 'compare' }],
    [
      '--format json -- graph impact',
      'analyzeChange',
      { ...plainComparison, staged: false, base: 'graph', head: 'impact' },
    ],
    ['compare a b', 'compare', { ...plainComparison, old: 'a', new: 'b' }],
    ['compare compare graph', 'compare', { ...plainComparison, old: 'compare', new: 'graph' }],
    ['compare -- -a -b', 'compare', { ...plainComparison, old: '-a', new: '-b' }],
    ['--format json compare a b', 'compare', { ...plainComparison, old: 'a', new: 'b' }],
    ['-o - compare a b', 'compare', { ...plainComparison, old: 'a', new: 'b' }],
    ['compare a b --function Cart.add', 'compare', { ...plainComparison, old: 'a', new: 'b', function: 'Cart.add' }],
    ['--no-behaviour', 'analyzeChange', { staged: false, behaviour: false, strict: false }],
    [
      'main --loops 2 --depth 9 --max-paths 50 --solver cvc5 --strict',
      'analyzeChange',
      { staged: false, base: 'main', behaviour: true, strict: true, loops: 2, depth: 9, maxPaths: 50, solver: 'cvc5' },
    ],
    ['compare a b --loops 7 --strict', 'compare', { old: 'a', new: 'b', behaviour: true, strict: true, loops: 7 }],
    ['impact src/a.ts:3', 'analyzeImpact', { target: 'src/a.ts:3', direction: 'forward' }],
    ['impact --backward graph', 'analyzeImpact', { target: 'graph', direction: 'backward' }],
    ['paths a.ts#f', 'explorePaths', { target: 'a.ts#f', replay: true, tree: false, all: false }],
    [
      'paths a.ts#f --against main --goal branch',
      'explorePaths',
      { target: 'a.ts#f', replay: true, tree: false, all: false, against: 'main', goal: 'branch' },
    ],
    [
      'paths a.ts#f --against HEAD~1 --pruning published',
      'explorePaths',
      { target: 'a.ts#f', replay: true, tree: false, all: false, against: 'HEAD~1', pruning: 'published' },
    ],
    [
      'paths a.ts#f --tree --loops 2 --depth 9 --max-paths 50 --no-replay --solver z3 --all',
      'explorePaths',
      { target: 'a.ts#f', replay: false, tree: true, all: true, loops: 2, depth: 9, maxPaths: 50, solver: 'z3' },
    ],
    ['impact a.ts#f --techniques', 'compareTechniques', { target: 'a.ts#f' }],
    ['record', 'record', { everything: false, paths: false }],
    ['record --since main', 'record', { everything: false, paths: false, base: 'main' }],
    [
      'record --everything --paths -- npx vitest run --project unit',
      'record',
      { everything: true, paths: true, command: ['npx', 'vitest', 'run', '--project', 'unit'] },
    ],
    ['tests', 'selectAffectedTests', { run: false }],
    ['tests main --run --audit 5%', 'selectAffectedTests', { run: true, base: 'main', audit: 0.05 }],
    ['gc', 'collectGarbage', {}],
    ['gc --keep 2 --max-size 1.5MB', 'collectGarbage', { keep: 2, maxBytes: 1_500_000 }],
    ['graph a.ts#f --kind tree --loops 2', 'buildGraph', { target: 'a.ts#f', kind: 'tree', ...plainGraph, loops: 2 }],
    ['graph a.ts#f', 'buildGraph', { target: 'a.ts#f', kind: 'cfg', ...plainGraph }],
    [
      'graph a.ts#f --kind pdg --against main --all --all-edges',
      'buildGraph',
      { target: 'a.ts#f', kind: 'pdg', against: 'main', ...plainGraph, all: true, allEdges: true },
    ],
    ['graph --depth 3 a.ts:9', 'buildGraph', { target: 'a.ts:9', kind: 'cfg', ...plainGraph, depth: 3 }],
    [
      'graph a.ts --kind dominators --post-dominators',
      'buildGraph',
      { target: 'a.ts', kind: 'dominators', ...plainGraph, postDominators: true },
    ],
  ])('wingbeat %s', async (line, job, options) => {
    const ran = await runFake(line.split(' ').filter((word) => word !== ''));
    expect(ran.stderr).not.toContain('error[usage]');
    expect(ran.asked).toEqual([{ job, options: { cwd, cache: true, ...options } }]);
    expect(ran.exitCode).toBe(0);
  });

  test('budget and cache reach the pipeline', async () => {
    const { asked } = await runFake(['--budget', '1.5m', '--no-cache']);
    expect(asked[0]?.options).toEqual({ cwd, ...plainComparison, staged: false, budgetMs: 90_000, cache: false });
  });
});

describe('a path that the engine does not take as predicted', () => {
  test.each(['text', 'json', 'markdown'])('is a bug of ours, in %s as well', async (format) => {
    const wrong = { ...costPaths, diagnostics: [replayMismatch(1, 'cost(21)', 'left other receiver than predicted')] };
    const ran = await runFake(['paths', 'src/cost.ts#cost', '--format', format], {
      pipeline: { explorePaths: async () => wrong },
    });
    expect(ran.exitCode).toBe(3);
  });
});

describe('what is refused', () => {
  test.each([
    ['--fromat json', "unknown option '--fromat'", 'Did you mean --format?'],
    ['compare a', "missing required argument 'new'", '"wingbeat compare --help"'],
    ['compare a b c', 'too many arguments', '"wingbeat compare --help"'],
    ['comapre a b', "unknown command 'comapre'", 'Did you mean "wingbeat compare"?'],
    ['compare a b --format yaml', "argument 'yaml' is invalid", 'text, json, markdown'],
    ['graph a.ts#f --kind ast', "argument 'ast' is invalid", 'cfg, pdg, callgraph, icfg, dominators'],
    ['graph a.ts#f --kind tree --against main', '--against marks no changes in a tree', 'wingbeat graph --help'],
    ['graph a.ts#f --loops 2', '--loops goes with --kind tree', 'wingbeat graph --help'],
    ['gc --keep 0', "argument '0' is invalid", 'a number from 1 on'],
    ['gc --max-size much', "argument 'much' is invalid", 'a size such as'],
    ['paths', "missing required argument 'function'", '"wingbeat paths --help"'],
    ['paths a.ts#f --loops none', "argument 'none' is invalid", 'a number from 1 on'],
    ['paths a.ts#f --goal branch', '--goal and --pruning go with --against', '"wingbeat paths --help"'],
    ['paths a.ts#f --against main --goal lines', "argument 'lines' is invalid", 'sequence, statement, block, branch'],
    [
      'paths a.ts#f --against main --goal block --pruning exact',
      '--pruning goes with --goal sequence',
      '"wingbeat paths --help"',
    ],
    ['paths a.ts#f --solver yices', "argument 'yices' is invalid", 'embedded, z3, cvc5, none'],
    ['paths a.ts#f --format svg', "argument 'svg' is invalid", 'text, json, markdown'],
    ['graph a.ts#f --depth 0', "argument '0' is invalid", 'a number from 1 on'],
    ['graph a.ts#f --post-dominators', '--post-dominators goes with --kind dominators', 'wingbeat graph --help'],
    ['graph a.ts#f --format text', "argument 'text' is invalid", 'dot, mermaid, svg, json'],
    ['one two three', 'too many arguments', '"wingbeat --help"'],
    ['--budget soon', "argument 'soon' is invalid", '500ms, 60s or 2m'],
    ['--fail-on everything', "argument 'everything' is invalid", 'none, differs, bug, changed, impact'],
    ['--no-behaviour --fail-on changed,differs', '--fail-on differs looks at behaviour', '"wingbeat --help"'],
    ['compare a b --no-behaviour --fail-on bug', '--fail-on bug looks at behaviour', '"wingbeat compare --help"'],
    ['--no-behaviour --max-paths 3', '--max-paths is about behaviour', '"wingbeat --help"'],
    ['--no-behaviour --strict', '--strict is about behaviour', '"wingbeat --help"'],
    ['--loops 0', "argument '0' is invalid", 'a number from 1 on'],
    ['compare a b --solver yices', "argument 'yices' is invalid", 'embedded, z3, cvc5, none'],
    ['--staged main HEAD', '--staged compares with what is staged', 'wingbeat --help'],
    ['--output', "option '-o, --output <file>' argument missing", 'wingbeat --help'],
  ])('wingbeat %s', async (line, message, remedy) => {
    const ran = await runFake(line.split(' '));
    expect(ran).toMatchObject({ exitCode: 2, stdout: '', asked: [] });
    expect(ran.stderr).toContain('error[usage]: ');
    expect(ran.stderr).toContain(message);
    expect(ran.stderr).toContain(remedy);
  });
});

describe('what is printed', () => {
  test('the version', async () => {
    expect(await runFake(['--version'])).toMatchObject({ exitCode: 0, stdout: `wingbeat ${version}\n`, stderr: '' });
  });

  test.each([
    ['--help', 'Usage: wingbeat [options] [base] [head]'],
    ['help', 'Usage: wingbeat [options] [base] [head]'],
    ['help graph', 'Usage: wingbeat graph [options] <function>'],
    ['compare --help', 'Usage: wingbeat compare [options] <old> <new>'],
    ['impact -h', 'Usage: wingbeat impact [options] <place>'],
    ['graph --help', 'Usage: wingbeat graph [options] <function>'],
  ])('wingbeat %s', async (line, usage) => {
    const ran = await runFake(line.split(' '));
    expect(ran).toMatchObject({ exitCode: 0, stderr: '', asked: [] });
    expect(ran.stdout).toContain(usage);
    expect(ran.stdout).toContain('Examples:\n  wingbeat');
  });

  test('the result on the standard output, remarks on the standard error', async () => {
    const ran = await runFake([]);
    expect(ran.stdout).toMatch(/^1 function changed/);
    expect(ran.stdout).not.toContain('syntax error');
    expect(ran.stderr).toMatch(/^error\[syntax-error\].*\n {2}help: .*\nwarning\[unsupported\]/);
  });

  test('as JSON, with the remarks inside', async () => {
    const ran = await runFake(['--format', 'json']);
    expect(JSON.parse(ran.stdout)).toEqual(shop);
    expect(ran.stdout.startsWith('{\n  "schemaVersion": 1,')).toBe(true);
    expect(ran.stderr).toBe('');
  });

  test.each([
    [['--format', 'markdown'], /^### 1 function/],
    [['impact', 'a:1'], /^A change of src\/cart\.ts:14 can reach/],
    [['impact', 'a:1', '--format', 'json'], /^\{\n {2}"schemaVersion": 1/],
    [['impact', 'a:1', '--format', 'markdown'], /^### A change of/],
    [['graph', 'f'], /^digraph \{/],
    [['graph', 'f', '--format', 'mermaid'], /flowchart TD/],
    [['graph', 'f', '--format', 'svg'], /^<svg/],
    [['graph', 'f', '--format', 'json'], /^\{\n {2}"title"/],
  ])('%j', async (argv, expected) => {
    expect((await runFake(argv)).stdout).toMatch(expected);
  });

  test('only errors beside the result with --quiet', async () => {
    const ran = await runFake(['--quiet']);
    expect(ran.stdout).toMatch(/^1 function changed/);
    expect(ran.stderr).toContain('error[syntax-error]');
    expect(ran.stderr).not.toContain('warning');
  });

  test.each<[string, boolean, Record<string, string>, boolean]>([
    ['in a terminal', true, {}, true],
    ['in a pipe', false, {}, false],
    ['under NO_COLOR', true, { NO_COLOR: '1' }, false],
    ['under an empty NO_COLOR', true, { NO_COLOR: '' }, true],
    ['in a dumb terminal', true, { TERM: 'dumb' }, false],
  ])('colour %s', async (_, isTerminal, env, isColoured) => {
    const ran = await runFake([], { isTerminal, env });
    expect(ran.stdout.includes('\u001b[')).toBe(isColoured);
    expect(ran.stderr.includes('\u001b[')).toBe(isColoured);
  });

  test('what each stage produced, with --debug', async () => {
    const ran = await runFake(['--debug'], {
      isTerminal: true,
      clock: [0, 5000],
      pipeline: {
        analyzeChange: ({ debug, onProgress }) => {
          debug?.('read head', '3 files\n');
          onProgress?.('read head', 1, 2);
          return nothing;
        },
      },
    });
    expect(ran.stderr).toBe('── read head ──\n3 files\n');
  });
});

describe('progress', () => {
  const pipeline: Partial<PipelinePort> = {
    analyzeChange: ({ onProgress }) => {
      onProgress?.('read head', 1, 4);
      onProgress?.('read head', 2, 4);
      onProgress?.('read head', 3, 4);
      return nothing;
    },
  };

  test('a bar in a terminal, after a second, which goes away again', async () => {
    const { stderr } = await runFake([], { isTerminal: true, clock: [0, 500, 1500, 1520], pipeline });
    expect(stderr).toBe(`\r\u001b[K${'█'.repeat(12)}${'░'.repeat(12)} 2/4 read head\r\u001b[K`);
  });

  test.each([
    ['not for a short run', [], true, [0, 1, 2, 3], {}],
    ['not outside of a terminal', [], false, [0, 5000], {}],
    ['not with --quiet', ['--quiet'], true, [0, 5000], {}],
    ['not in a dumb terminal', [], true, [0, 5000], { TERM: 'dumb' }],
  ])('%s', async (_, argv, isTerminal, clock, env) => {
    expect((await runFake(argv, { isTerminal, clock, env, pipeline })).stderr).toBe('');
  });
});

function only(fn: FunctionResult): Result {
  return { ...nothing, functions: [fn] };
}

describe('the exit code', () => {
  const { verdict, behaviours } = differs(behaviour());
  const openElsewhere = {
    verdict: { ...verdict, elsewhere: { kind: 'unknown', reason: 'x' } } as const,
    behaviours,
  };

  test.each([
    ['none', shop, 0],
    ['changed', shop, 1],
    ['changed', nothing, 0],
    ['impact', shop, 1],
    ['impact', { ...shop, impact: nothing.impact }, 0],
    ['unknown', shop, 1],
    ['unknown', nothing, 0],
    ['unknown', { ...nothing, complete: false }, 1],
    ['error', shop, 1],
    ['error', nothing, 0],
    ['error, impact', { ...shop, diagnostics: [] }, 1],
    ['differs', verdicts, 1],
    ['differs', shop, 0],
    ['differs', { ...verdicts, functions: [] }, 1],
    ['differs', { ...verdicts, entryPoints: [] }, 1],
    ['bug', { ...verdicts, bugs }, 1],
    ['bug', { ...verdicts, bugs: bugs.filter(({ isNew }) => !isNew) }, 0],
    ['bug', verdicts, 0],
    ['unknown', only(changed('a.ts#f', span('a.ts', 1, 2), { verdict: sameUpTo })), 0],
    ['unknown', only({ ...changed('a.ts#f', span('a.ts', 1, 2)), status: 'added' }), 0],
    ['unknown', { ...nothing, entryPoints: [entryPoint('a.ts#f', { verdict: unknown('x') })] }, 1],
    ['unknown', only(changed('a.ts#f', span('a.ts', 1, 2), openElsewhere)), 1],
  ])('--fail-on %s', async (findings, result, exitCode) => {
    const ran = await runFake(['compare', 'a', 'b', '--fail-on', findings], { pipeline: { compare: () => result } });
    expect(ran.exitCode).toBe(exitCode);
  });

  test('2 with a code and a remedy when the user can do something about it', async () => {
    const ran = await runFake(['mian'], {
      pipeline: {
        analyzeChange: () => {
          throw new WingbeatError(unknownRevision('mian', ['main']));
        },
      },
    });
    expect(ran).toMatchObject({ exitCode: 2, stdout: '' });
    expect(ran.stderr).toBe('error[unknown-revision]: git knows no revision mian\n  help: Did you mean main?\n');
  });

  test('a misspelt command is recognised in an unknown revision', async () => {
    const ran = await runFake(['grpah'], {
      pipeline: {
        analyzeChange: async () => {
          throw new WingbeatError(unknownRevision('grpah', []));
        },
      },
    });
    expect(ran.stderr).toContain('Or did you mean the command "wingbeat graph"?');
  });

  test('3 for our bugs, with what a report needs', async () => {
    const pipeline: Partial<PipelinePort> = {
      compare: () => {
        throw new RangeError('index out of bounds');
      },
    };
    const ran = await runFake(['compare', 'a', 'b'], { pipeline });
    expect(ran.exitCode).toBe(3);
    expect(ran.stderr).toContain('error[internal-error]');
    expect(ran.stderr).toContain('RangeError: index out of bounds');
    expect(ran.stderr).toContain('please report it');
    expect(ran.stderr).toContain(`wingbeat ${version}, node ${process.version}`);
    expect(ran.stderr).not.toContain('run.test.ts');
    expect((await runFake(['compare', 'a', 'b', '--debug'], { pipeline })).stderr).toContain('run.test.ts');
  });

  test('also where what was thrown is no error', async () => {
    const pipeline: Partial<PipelinePort> = { compare: () => Promise.reject({ kind: 'cut', at: { line: 3 } }) };
    const ran = await runFake(['compare', 'a', 'b', '--debug'], { pipeline });
    expect(ran.exitCode).toBe(3);
    expect(ran.stderr).toContain("{ kind: 'cut', at: { line: 3 } }");
    expect(ran.stderr).not.toContain('[object Object]');
  });
});

describe('--output', () => {
  let folder: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'wingbeat-output-'));
  });

  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  test.each([
    ['result.json', [], /^\{/],
    ['result.md', [], /^### /],
    ['result.txt', [], /^1 function changed/],
    ['result', [], /^1 function changed/],
    ['result.json', ['--format', 'text'], /^1 function changed/],
  ])('%s %j', async (name, argv, expected) => {
    const ran = await runFake(['--output', name, ...argv], { cwd: folder, isTerminal: true });
    expect(ran).toMatchObject({ exitCode: 0, stdout: '' });
    expect(readFileSync(join(folder, name), 'utf8')).toMatch(expected);
    expect(readdirSync(folder)).toEqual([name]);
  });

  test.each([
    ['f.svg', /^<svg/],
    ['f.mmd', /flowchart/],
    ['f.dot', /^digraph/],
    ['f.json', /^\{/],
    ['f.txt', /^digraph/],
  ])('graph %s', async (name, expected) => {
    await runFake(['graph', 'f', '--output', name], { cwd: folder });
    expect(readFileSync(join(folder, name), 'utf8')).toMatch(expected);
  });

  test.each([
    [['--output', 'x.sarif'], 'not written as .sarif; what there is: text, json, markdown (--format)'],
    [['--output', 'x.svg'], 'not written as .svg; what there is: text, json, markdown (--format)'],
    [['graph', 'f', '--output', 'x.png'], 'not written as .png; what there is: dot, mermaid, svg, json (--format)'],
    [['graph', 'f', '--output', 'x.md'], 'not written as .md; what there is: dot, mermaid, svg, json (--format)'],
  ])('a name that promises another form is refused: %j', async (argv, expected) => {
    const ran = await runFake(argv, { cwd: folder });
    expect(ran).toMatchObject({ exitCode: 2, stdout: '', asked: [] });
    expect(ran.stderr).toContain(expected);
    expect(readdirSync(folder)).toEqual([]);
  });

  test('a missing folder is noticed before the analysis', async () => {
    const ran = await runFake(['--output', 'missing/result.json'], { cwd: folder });
    expect(ran).toMatchObject({ exitCode: 2, stdout: '', asked: [] });
    expect(ran.stderr).toContain('error[cannot-write]: cannot write missing/result.json: its folder does not exist');
  });

  test('the result is not lost when the folder goes away meanwhile', async () => {
    const gone = mkdtempSync(join(folder, 'gone-'));
    const ran = await runFake(['--output', 'result.json'], {
      cwd: gone,
      pipeline: {
        analyzeChange: () => {
          rmSync(gone, { recursive: true });
          return shop;
        },
      },
    });
    expect(ran.exitCode).toBe(2);
    expect(JSON.parse(ran.stdout)).toEqual(shop);
    expect(ran.stderr).toContain('error[cannot-write]');
  });
});
