import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { buildDependenceGraph } from '#dependence/dependence-graph';
import type { ModuleTarget } from '#dependence/link';
import { Reach } from '#directed/reach';
import { extractFacts } from '#ir/extract-facts';
import { lowerSource } from '#ir/lower-module';
import { Program } from '#ir/program';

type Sources = Readonly<Record<string, string>>;

/** Whether a call of `f` of the first module may run `hot` of whichever. */
function mayRunHot(sources: Sources): boolean {
  const modules = Object.entries(sources).map(([path, text]) => {
    const { module } = lowerSource(path, text);
    if (module === null) throw new Error(`${path} does not parse`);
    return module;
  });
  const program = new Program(modules.map(extractFacts));
  const graph = buildDependenceGraph(program, (_, specifier): ModuleTarget => {
    const index = program.moduleIndex(specifier.replace(/^\.\//, ''));
    return index === undefined ? { kind: 'external', name: specifier } : { kind: 'module', index };
  });
  const functionNamed = (name: string): ReturnType<Program['functionAt']> => {
    for (const { path, functions } of modules) {
      const at = functions.findIndex(({ qualifiedName }) => qualifiedName.split('.').at(-1) === name);
      if (at >= 0) return program.functionAt(program.moduleIndex(path) ?? -1, at);
    }
    throw new Error(`no function ${name}`);
  };
  return new Reach(graph, new Set([program.entryOf(functionNamed('hot'))])).fromFunction(functionNamed('f'));
}

/** Whether the engine runs `hot` in a call of `f('x')`. */
function runsHot(sources: Sources): boolean {
  const loader = `
    let ran = false;
    const loaded = {};
    const load = (path) => {
      if (loaded[path] !== undefined) return loaded[path].exports;
      const module = (loaded[path] = { exports: {} });
      const body = new Function('module', 'exports', 'require', 'note', sources[path]);
      body(module, module.exports, (name) => load(name.replace('./', '')), () => (ran = true));
      return module.exports;
    };
    load(Object.keys(sources)[0]).f('x');
    ran;`;
  return runInNewContext(loader, { sources }) === true;
}

const hot = 'const kept = { test: function hot() { note(); return true; } };\n';
const alone = (text: string): Sources => ({ 'a.js': hot + text });

const usual: Readonly<Record<string, Sources>> = {
  'a literal': alone('exports.f = (s) => /x/.test(s);'),
  'a constant': alone('const re = /x/; exports.f = (s) => re.test(s);'),
  'a local variable': alone('exports.f = (s) => { const re = /x/; return re.test(s); };'),
  'a literal that waits for an argument': alone('const id = (s) => s; exports.f = (s) => /x/.test(id(s));'),
  'a constant of another module': {
    'a.js': `${hot}const { re } = require('./b.js'); exports.f = (s) => re.test(s);`,
    'b.js': "module.exports = { re: /x/, other: 'y' };",
  },
  'a property of what another module exports': {
    'a.js': `${hot}const b = require('./b.js'); exports.f = (s) => b.re.test(s);`,
    'b.js': 'const re = /x/; module.exports = { re };',
  },
};

const unusual: Readonly<Record<string, Sources>> = {
  'a method that was put into it': alone('const re = /x/; re.test = kept.test; exports.f = (s) => re.test(s);'),
  'a method that another function puts into it': alone(
    'const re = /x/; const put = (o) => { o.test = kept.test; }; put(re); exports.f = (s) => re.test(s);',
  ),
  'a method that is assigned': alone('const re = /x/; Object.assign(re, kept); exports.f = (s) => re.test(s);'),
  'a method that is assigned by another name': alone(
    'const { assign } = Object; const re = /x/; assign(re, kept); exports.f = (s) => re.test(s);',
  ),
  'a method that is defined': alone(
    "const re = /x/; Object.defineProperty(re, 'test', { value: kept.test }); exports.f = (s) => re.test(s);",
  ),
  'a method that is written by a computed name': alone(
    "const re = /x/; const k = 'te' + 'st'; re[k] = kept.test; exports.f = (s) => re.test(s);",
  ),
  'a method of all regular expressions': alone('RegExp.prototype.test = kept.test; exports.f = (s) => /x/.test(s);'),
  'a method of all, by an instance': alone(
    '/y/.constructor.prototype.test = kept.test; exports.f = (s) => /x/.test(s);',
  ),
  'a method of all, by their parent': alone(
    'Object.getPrototypeOf(/y/).test = kept.test; exports.f = (s) => /x/.test(s);',
  ),
  'a method of all, by their parent as a property': alone(
    '/y/.__proto__.test = kept.test; exports.f = (s) => /x/.test(s);',
  ),
  'a variable that gets something else': alone('let re = /x/; re = kept; exports.f = (s) => re.test(s);'),
  'a choice': alone("exports.f = (s) => (s === 'x' ? kept : /x/).test(s);"),
  'a constant that is a choice': alone("exports.f = (s) => { const re = s === 'x' ? kept : /x/; return re.test(s); };"),
  'a parameter with a default': alone('const g = (s, re = /x/) => re.test(s); exports.f = (s) => g(s, kept);'),
  'a variable of a loop': alone('exports.f = (s) => { for (const re of [/y/, kept]) if (re.test(s)) return 1; };'),
  'a destructured default': alone('exports.f = (s) => { const { re = /x/ } = { re: kept }; return re.test(s); };'),
  'a caught value': alone('exports.f = (s) => { try { throw kept; } catch (re) { return re.test(s); } };'),
  'an exported property that is written again': {
    'a.js': `${hot}const b = require('./b.js'); b.re = kept; exports.f = (s) => b.re.test(s);`,
    'b.js': 'module.exports = { re: /x/ };',
  },
  'an exported object with a second choice': {
    'a.js': `${hot}const b = require('./b.js'); b.use(kept); exports.f = (s) => b.re.test(s);`,
    'b.js': 'const all = { re: /x/, use(other) { all.re = other; } }; module.exports = all;',
  },
  'an exported object that takes over others': {
    'a.js': `${hot}const b = require('./b.js'); exports.f = (s) => b.re.test(s);`,
    'b.js': "const other = { re: require('./c.js').kept }; module.exports = { re: /x/, ...other };",
    'c.js': 'exports.kept = { test: function hot() { note(); return true; } };',
  },
};

describe('a call of a method of a regular expression', () => {
  it.each(Object.keys(usual))('runs no function of the program: %s', (name) => {
    const sources = usual[name] ?? {};
    expect(runsHot(sources)).toBe(false);
    expect(mayRunHot(sources)).toBe(false);
  });

  it.each(Object.keys(unusual))('may run one: %s', (name) => {
    const sources = unusual[name] ?? {};
    expect(runsHot(sources)).toBe(true);
    expect(mayRunHot(sources)).toBe(true);
  });
});
