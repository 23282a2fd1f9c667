import { Counter, Names, type Place } from './place';
import { prelude, preludeClasses, preludeFunctions, preludeValues } from './prelude';
import type { ProgramTree } from './program-tree';
import { renderClass, renderFunctionDeclaration } from './render-function';
import { renderBlock } from './render-statement';

/** The source of a program. It calls `log` and friends, and hands its result to `done`. */
export function renderProgram(tree: ProgramTree): string {
  const names = new Names(null, true);
  for (const value of preludeValues) names.addValue(value);
  for (const fn of preludeFunctions) names.addFunction(fn);
  for (const name of preludeClasses) names.addClass(name);
  const place: Place = {
    names,
    strict: tree.strict,
    async: false,
    generator: false,
    isFunctionBody: true,
    mayReturn: false,
    mayUseArguments: false,
    hasSuper: false,
    initialises: false,
    jumps: [],
    privates: [],
    counter: new Counter(),
  };
  const helpers = tree.helpers.map((helper) => {
    if (helper.kind === 'function') {
      const name = `f${place.counter.next()}`;
      const text = renderFunctionDeclaration(helper.fn, name, place);
      names.addFunction({ name, async: helper.fn.async, generator: helper.fn.generator });
      return text;
    }
    const name = `C${place.counter.next()}`;
    const text = renderClass(helper.class, name, place);
    names.addClass(name);
    return `let ${name} = Base;\ntry {\n${name} = ${text};\n} catch {\nlog(${place.counter.next()});\n}`;
  });
  const main: Place = {
    ...place,
    names: names.functionBody(),
    async: tree.async,
    mayReturn: true,
    mayUseArguments: true,
  };
  const body = renderBlock(tree.body, main);
  const directive = tree.strict ? "'use strict';\n" : '';
  return `${directive}${prelude}${helpers.join('\n')}\n${tree.async ? 'async ' : ''}function main() {\n${body}}\ndone(main());\n`;
}
