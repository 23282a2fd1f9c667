import type { Term } from '#smt/term';
import { concretise } from '../concretise';
import { argument, toNumber, toPrimitive, toText } from '../conversions';
import type { Machine } from '../machine';
import { settle } from '../settle';
import { isTerm, type Value } from '../value';
import { timeClip } from './date-parts';
import { moment, timeOf } from './dates';
import { dateText } from './date-text';
import { instancePrototype } from './instance-prototype';
import { concretised, exact, type LibraryPart } from './library-model';

/** When every replay begins. */
export const startOfTime = Date.UTC(2024, 0, 1);

export const dateConstructor: LibraryPart = {
  Date: concretised((machine, call) => {
    const { terms } = machine;
    if (call.newTarget === null) return terms.constant(dateText(now(machine), 'both'));
    const time = timeGiven(machine, call.args);
    return machine.create({ kind: 'date', time }, instancePrototype(machine, call, 'Date.prototype'));
  }),
  'Date.now': concretised((machine) => machine.terms.constant(now(machine))),
  'Date.parse': concretised((machine, { args }) => parsed(machine, toText(machine, argument(args, 0)))),
  'Date.UTC': exact((machine, { args }) => momentOf(machine, args)),
};

function now(machine: Machine): number {
  machine.note({ kind: 'assumed', what: 'the time at which a replay begins' });
  return startOfTime;
}

function timeGiven(machine: Machine, args: readonly Value[]): Term {
  if (args.length === 0) return machine.terms.constant(now(machine));
  if (args.length > 1) return momentOf(machine, args);
  const given = settle(machine, argument(args, 0));
  if (given.kind === 'object') {
    const { internal } = machine.object(given.ref);
    if (internal.kind === 'date') return timeOf(machine, internal.time);
  }
  const value = toPrimitive(machine, given);
  if (isTerm(value) && value.sort === 'str') return parsed(machine, value);
  return timeClip(machine, toNumber(machine, value));
}

/** A moment by its parts; two digits mean a year of the twentieth century. */
function momentOf(machine: Machine, args: readonly Value[]): Term {
  const { terms } = machine;
  const numbers = args.slice(0, 7).map((arg) => toNumber(machine, arg));
  const part = (index: number, otherwise: number): Term => numbers[index] ?? terms.constant(otherwise);
  const given = part(0, Number.NaN);
  const year = terms.apply('num.integer', [given]);
  const isShort = terms.and([
    terms.not(terms.apply('num.isNaN', [given])),
    terms.apply('num.le', [terms.constant(0), year]),
    terms.apply('num.le', [year, terms.constant(99)]),
  ]);
  return moment(machine, {
    year: terms.choice(isShort, terms.apply('num.add', [year, terms.constant(1900)]), given),
    month: part(1, 0),
    date: part(2, 1),
    hours: part(3, 0),
    minutes: part(4, 0),
    seconds: part(5, 0),
    milliseconds: part(6, 0),
  });
}

function parsed(machine: Machine, text: Term): Term {
  const known = String(concretise(machine, text, 'the text of a date'));
  return machine.terms.constant(parseInUtc(known));
}

const hasZone = /(?:Z|\b(?:UTC?|GMT|[ECMP][SD]T)|[+-]\d\d:?\d\d)\s*(?:\(.*\))?\s*$/i;
const isoDate = /^(?:[+-]\d\d)?\d{4}(?:-\d\d(?:-\d\d)?)?$/;
const isoTime = /^(?:[+-]\d\d)?\d{4}-\d\d(?:-\d\d)?T[\d:.]+$/;

/** As the engine reads a date where the zone is UTC, whatever it is here. */
function parseInUtc(text: string): number {
  const read = Date.parse(text);
  if (Number.isNaN(read) || isoDate.test(text) || hasZone.test(text)) return read;
  return Date.parse(isoTime.test(text) ? `${text}Z` : `${text} UTC`);
}
