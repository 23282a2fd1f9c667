import { anyDouble, type Term } from '#smt/term';
import { makeError } from '../errors';
import type { InputType } from '../input-type';
import type { Machine } from '../machine';
import type { Value } from '../value';

/** What JSON can say: numbers too large for a double are infinite. */
const json: InputType = {
  members: [
    { kind: 'null' },
    { kind: 'boolean' },
    { kind: 'number', domain: { ...anyDouble, nan: false } },
    { kind: 'string' },
    { kind: 'object', name: 'JSON', properties: new Map(), index: () => json, class: null },
    { kind: 'array', element: () => json, readonly: false },
  ],
};

/**
 * What a text of which nothing is known reads as: the same in both versions, be it a value or an error. Each time it is read, it makes another
 * value.
 */
export function jsonOfOpenText(machine: Machine, text: Term): Value {
  const { terms, locations } = machine.world;
  const call = `JSON.parse(${text.kind === 'symbol' ? text.name : `text ${text.id}`})`;
  const returns = terms.symbol(`${call} returns`, 'bool');
  const turn = machine.effect((state) => {
    const times = state.textsRead.get(text.id)?.times ?? 0;
    const value = locations.root({ kind: 'outside', number: 0 }, call, json);
    state.textsRead = state.textsRead.set(text.id, { text, times: times + 1, returns, value });
    return times;
  });
  if (!machine.decide(returns)) {
    return machine.throwValue(makeError(machine, 'SyntaxError', terms.symbol(`message of ${call}`, 'str')));
  }
  const name = turn === 0 ? call : `${call}#${turn}`;
  return { kind: 'input', location: locations.root({ kind: 'outside', number: 0 }, name, json) };
}
