import { regExpData } from '#smt/regexp-operations';
import type { Term } from '#smt/term';
import { argument, isUndefined, toText } from '../conversions';
import type { Machine } from '../machine';
import type { Value } from '../value';
import { fromEngine, plainValue } from './engine-call';
import { concretised, exact, type LibraryCall, type LibraryPart } from './library-model';
import { receiverText } from './receivers';

/** The language of programs that do not choose one. */
export const defaultLocale = 'en-US';

/** Methods of strings that know about languages and about Unicode. */
export const stringLocale: LibraryPart = {
  'String.prototype.localeCompare': concretised((machine, call) => {
    const text = receiverText(machine, call);
    const other = toText(machine, argument(call.args, 0));
    if (call.args.length < 2) return machine.terms.apply('str.localeCompare', [text, other]);
    const [left, right] = [plainValue(machine, text, call.name), plainValue(machine, other, call.name)];
    const locale = localeOf(machine, call, argument(call.args, 1));
    if (!isUndefined(machine, argument(call.args, 2))) machine.unsupported(`options of ${call.name}`);
    return fromEngine(machine, () => String(left).localeCompare(String(right), locale));
  }),
  'String.prototype.normalize': concretised((machine, call) => {
    const text = receiverText(machine, call);
    const given = argument(call.args, 0);
    const form = isUndefined(machine, given) ? 'NFC' : String(plainValue(machine, toText(machine, given), call.name));
    const isAscii = machine.decide(test(machine, text, '^[\\0-\\x7f]*$', ''));
    if (isAscii && /^NFK?[CD]$/.test(form)) return text;
    const known = String(plainValue(machine, text, call.name));
    return fromEngine(machine, () => known.normalize(form));
  }),
  'String.prototype.toLocaleLowerCase': concretised((machine, call) => {
    const text = receiverText(machine, call);
    if (isUndefined(machine, argument(call.args, 0))) return inEnglish(machine, 'str.toLowerCase', text);
    const known = String(plainValue(machine, text, call.name));
    const locale = localeOf(machine, call, argument(call.args, 0));
    return fromEngine(machine, () => known.toLocaleLowerCase(locale));
  }),
  'String.prototype.toLocaleUpperCase': concretised((machine, call) => {
    const text = receiverText(machine, call);
    if (isUndefined(machine, argument(call.args, 0))) return inEnglish(machine, 'str.toUpperCase', text);
    const known = String(plainValue(machine, text, call.name));
    const locale = localeOf(machine, call, argument(call.args, 0));
    return fromEngine(machine, () => known.toLocaleUpperCase(locale));
  }),
  'String.prototype.isWellFormed': exact((machine, call) => {
    const text = receiverText(machine, call);
    return machine.terms.not(hasLoneSurrogate(machine, text));
  }),
  'String.prototype.toWellFormed': concretised((machine, call) => {
    const text = receiverText(machine, call);
    if (!machine.decide(hasLoneSurrogate(machine, text))) return text;
    const known = String(plainValue(machine, text, call.name));
    return fromEngine(machine, () => known.replaceAll(/\p{Surrogate}/gu, '\ufffd'));
  }),
};

/** A locale by name; undefined stands for the default. */
export function localeOf(machine: Machine, call: LibraryCall, value: Value): string {
  if (isUndefined(machine, value)) {
    assumeEnglish(machine);
    return defaultLocale;
  }
  return String(plainValue(machine, value, `the locale of ${call.name}`));
}

function inEnglish(machine: Machine, operation: 'str.toLowerCase' | 'str.toUpperCase', text: Term): Term {
  assumeEnglish(machine);
  return machine.terms.apply(operation, [text]);
}

function assumeEnglish(machine: Machine): void {
  machine.note({ kind: 'stated', what: 'the locale is English' });
}

function hasLoneSurrogate(machine: Machine, text: Term): Term {
  return test(machine, text, '\\p{Surrogate}', 'u');
}

function test(machine: Machine, text: Term, source: string, flags: string): Term {
  const data = regExpData({ source, flags, group: 0 });
  return machine.terms.apply('regexp.test', [text, machine.terms.constant(0)], data);
}
