import { invariant } from '#core/diagnostics';
import { PersistentMap } from '#core/persistent-map';
import { lowerSource } from '#ir/lower-module';
import type { Term } from '#smt/term';
import type { Closure } from './closure';
import type { Condition, ConditionList } from './condition';
import { functionAt, prepareFrame } from './functions';
import type { FunctionInputs } from './input-type';
import { inputValues, idleFrame } from './begin';
import { Machine, type World } from './machine';
import { depthFirst } from './searcher';
import { run } from './run';
import type { State } from './state';
import { undefinedValue, type Value } from './value';

/**
 * The states in which the stated preconditions hold. A condition is executed like any code; where it says something of
 * scalars alone, all its ways to be true become one condition, so that it splits no path.
 */
export function withPreconditions(world: World, loaded: State, path: string, inputs: FunctionInputs): readonly State[] {
  let states: readonly State[] = [loaded];
  for (const { text } of inputs.preconditions) {
    states = states.flatMap((state) => withPrecondition(world, state, path, inputs, text));
  }
  return states;
}

function withPrecondition(
  world: World,
  loaded: State,
  path: string,
  inputs: FunctionInputs,
  text: string,
): readonly State[] {
  const { closure, surroundings } = conditionClosure(world, path, inputs, text);
  const before = loaded.conditions;
  const state = loaded.fork();
  state.completion = null;
  const idle = idleFrame(state);
  state.frame = idle;
  const machine = new Machine(world, state, idle);
  const { receiver, args } = inputValues(world, inputs);
  const around = surroundings.map((name): Value => moduleVariable(machine, path, name));
  const activation = { self: null, receiver, args: [...args, ...around], newTarget: undefinedValue };
  state.frame = prepareFrame(machine, closure, activation, { kind: 'entry' });
  const { ends } = run(world, [state], {}, depthFirst());
  const cut = ends.find((end) => end.completion?.kind === 'cut');
  if (cut !== undefined) return [cut];
  const held = ends.filter((end) => end.completion?.kind === 'returns' && end.completion.value === world.terms.true);
  const ways = held.map((end) => termsSince(end.conditions, before));
  if (ways.length > 0 && ways.every((way): way is Term[] => way !== null)) {
    const condition = world.terms.or(ways.map((way) => world.terms.and(way)));
    const one = loaded.fork();
    world.branching.require(one, condition, 'precondition');
    return [one];
  }
  return held.map((end) => {
    const one = end.fork();
    one.completion = loaded.completion;
    one.conditions = asPreconditions(end.conditions, before);
    return one;
  });
}

const conditionPath = '<precondition>';

/** The condition as a function of the parameters and of what it uses of the module around. */
function conditionClosure(
  world: World,
  path: string,
  inputs: FunctionInputs,
  text: string,
): { readonly closure: Closure; readonly surroundings: readonly string[] } {
  const params = inputs.params.map((param) => param.name);
  const words = new Set(text.match(/[\p{ID_Start}$_][\p{ID_Continue}$]*/gu) ?? []);
  const names = world.source.module(path)?.bindings.filter((b) => b.owner === 0 && b.kind !== 'type') ?? [];
  const surroundings = names.map((b) => b.name).filter((name) => words.has(name) && !params.includes(name));
  const source = `export function holds(${[...params, ...surroundings].join(', ')}) { if (${text}) return true; return false; }`;
  const { module } = lowerSource(conditionPath, source);
  invariant(module !== null, 'a precondition was parsed when it was read');
  const fn = functionAt(module, 1);
  const env = PersistentMap.empty<number>();
  return { closure: { module, fn, env, privates: null, home: null, outer: null, construction: null }, surroundings };
}

export function moduleVariable(machine: Machine, path: string, name: string): Value {
  const module = machine.world.source.module(path);
  const binding = module?.bindings.find((b) => b.owner === 0 && b.name === name && b.kind !== 'type');
  if (module === null || module === undefined || binding === undefined) return undefinedValue;
  if (binding.kind === 'import') return machine.world.language.imported(machine, module, binding.index);
  const cell = machine.state.modules.get(machine.world.keys.idOf(path))?.env.get(binding.index);
  return cell === undefined ? undefinedValue : (machine.cell(cell) ?? undefinedValue);
}

/** Terms that were added since; null when something else was, too. */
function termsSince(list: ConditionList | null, before: ConditionList | null): Term[] | null {
  const terms: Term[] = [];
  for (let at = list; at !== before && at !== null; at = at.before) {
    if (at.condition.kind !== 'term') return null;
    terms.push(at.condition.term);
  }
  return terms;
}

function asPreconditions(list: ConditionList | null, before: ConditionList | null): ConditionList | null {
  if (list === null || list === before) return list;
  const { condition } = list;
  const stated: Condition = condition.kind === 'term' ? { ...condition, role: 'precondition' } : condition;
  return { ...list, condition: stated, before: asPreconditions(list.before, before) };
}
