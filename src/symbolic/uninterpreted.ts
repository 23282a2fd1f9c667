import { labels } from '#ir/cfg';
import { makeError } from './errors';
import type { Frame } from './frame';
import type { Machine } from './machine';
import { settle } from './settle';
import type { UninterpretedFunction } from './uninterpreted-function';
import { isTerm, type Value } from './value';

/**
 * A function of which only this is used: the same arguments give the same result, or the same error. Null where the arguments
 * are not plain values: then it must be followed.
 */
export function callUninterpreted(
  machine: Machine,
  { name, result }: UninterpretedFunction,
  args: readonly Value[],
): Value | null {
  const keys = args
    .map((given) => settle(machine, given))
    .map((arg) => (isTerm(arg) ? `${arg.id}` : arg.kind === 'undefined' || arg.kind === 'null' ? arg.kind : null));
  if (keys.includes(null)) return null;
  const call = `${name}(${keys.join(', ')})`;
  const returns = machine.terms.symbol(`${call} returns`, 'bool');
  if (machine.decide(returns)) {
    return { kind: 'input', location: machine.world.locations.root({ kind: 'variable', name: call }, call, result) };
  }
  // What kind of error it is may matter to a handler, and is not known.
  if (isHandled(machine.state.frame)) machine.unsupported(`an error of ${name}, which is not followed`);
  return machine.throwValue(makeError(machine, 'Error', machine.terms.constant(`thrown by ${call}`)));
}

function isHandled(frame: Frame | null): boolean {
  for (let at = frame; at !== null; at = at.caller) {
    const node = at.closure.fn.nodes[at.node];
    if (node?.edges.some(({ label, weak }) => label === labels.error && !weak) === true) return true;
    const after = node?.op.kind === 'call' ? at.closure.fn.nodes[node.edges[0]?.to ?? -1] : undefined;
    if (after?.edges.some(({ label, weak }) => label === labels.error && !weak) === true) return true;
  }
  return false;
}
