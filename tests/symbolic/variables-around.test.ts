import { expect, test, vi } from 'vitest';
import { PersistentMap } from '#core/persistent-map';
import type { FunctionIr, ModuleIr } from '#ir/cfg';
import type { Closure } from '#symbolic/closure';
import { variablesAround } from '#symbolic/variables-around';
import { lowered } from '../ir/lowered';

const module = lowered(
  'a.js',
  `const top = 1;
   function outer(a, b) {
     let kept = a;
     { const inBlock = b; kept += inBlock; }
     class Inner { field = () => kept + top; method(c) { return () => c + a; } static { this.made = kept; } }
     return [Inner, (d) => { return () => d + kept; }];
   }
   { const inTopBlock = 2; var late = () => inTopBlock + top; }
   class Outer { static of = () => top; method() { return () => this; } }
   export { outer, late, Outer };`,
);

test('are those of the functions around it, and none of the module, in the order of the source', () => {
  for (const fn of module.functions) {
    const around = functionsAround(module, fn);
    const captured = module.bindings.filter(({ owner }) => around.has(owner));
    const expected = captured.filter(({ owner }) => owner !== 0).map(({ name }) => name);
    const found = variablesAround(closure(fn, captured.map(({ index }) => index).toReversed()));
    expect([fn.name, found.map(({ binding }) => binding.name)]).toEqual([fn.name, expected]);
    expect(found.map(({ cell, binding }) => cell - binding.index)).toEqual(expected.map(() => 100));
  }
});

test('of what stands at the top of a module are not looked for among all that the module has', () => {
  const atTop = module.functions.filter(({ parent }) => parent === 0);
  expect(atTop.length).toBeGreaterThan(0);
  for (const fn of atTop) {
    const { env, ...others } = closure(fn, [0]);
    const read = vi.spyOn(env, 'entries');
    expect(variablesAround({ ...others, env })).toEqual([]);
    expect(read).not.toHaveBeenCalled();
  }
});

function functionsAround({ functions }: ModuleIr, fn: FunctionIr): ReadonlySet<number> {
  const found = new Set<number>();
  for (let at = fn.parent; at !== null; at = functions[at]?.parent ?? null) found.add(at);
  return found;
}

function closure(fn: FunctionIr, bindings: readonly number[]): Closure {
  const env = bindings.reduce((all, index) => all.set(index, index + 100), PersistentMap.empty<number>());
  return { module, fn, env, privates: null, home: null, outer: null, construction: null };
}
