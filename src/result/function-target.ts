import { WingbeatError } from '#core/diagnostics';
import type { FunctionId } from '#core/ids';
import { notAFunction } from '#core/path-diagnostics';
import type { NamedPlace } from '#project/surroundings';
import type { NodeDescriber } from './describe-node';
import { resolveTarget, type Target } from './target';

/** The function that a place names, or lies in: one that can be called. */
export function functionTarget(nodes: NodeDescriber, place: NamedPlace): Target {
  const target = resolveTarget(nodes, place);
  const { program } = nodes.loaded;
  const reason = notCallable.get(program.functionKind(target.fn));
  if (reason === undefined) return target;
  const { moduleIndex } = program.locate(target.fn);
  const count = program.modules[moduleIndex]?.functions.count ?? 0;
  const all = Array.from({ length: count }, (_, i): FunctionId => program.functionAt(moduleIndex, i));
  const callable = all.filter((fn) => !notCallable.has(program.functionKind(fn)));
  const named = callable.map((fn) => program.nameOf(fn)).filter((name) => !name.includes('<'));
  throw new WingbeatError(notAFunction(target.id, reason, named.slice(0, mostSuggestions)));
}

const mostSuggestions = 4;

const notCallable: ReadonlyMap<string, string> = new Map([
  ['module', 'it is the body of a module, which takes no input'],
  ['namespace', 'it is the body of a namespace, which runs with its module'],
  ['fields', 'the fields of a class are part of its constructor'],
  ['static', 'the static members of a class are part of its module'],
]);
