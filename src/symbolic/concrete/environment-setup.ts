import type { World } from '../machine';
import type { State } from '../state';
import type { InputPrinter } from './print-input';
import type { InputTrees } from './input-tree';

/** Statements that give variables of the environment, and globals that may be there, the values that a path asks for. */
export function environmentSetup(
  { locations }: World,
  { members }: State,
  trees: InputTrees,
  printer: InputPrinter,
): string[] {
  return members.sorted().flatMap(([id]) => {
    const location = locations.at(id);
    if (location === undefined || location.step.kind !== 'outside-value') return [];
    if (!variable.test(location.name)) return [];
    const text = printer.print(trees.at(location));
    return [text === 'undefined' ? `delete ${location.name};` : `${location.name} = ${text};`];
  });
}

const variable = /^(?:process\.env|globalThis)\.[\p{ID_Start}$_][\p{ID_Continue}$]*$/u;
