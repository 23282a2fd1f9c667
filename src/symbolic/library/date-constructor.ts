import { timeClip } from '#smt/date-arithmetic';
import type { Term } from '#smt/term';
import { concretise } from '../concretise';
import { argument, toNumber, toPrimitive, toText } from '../conversions';
import type { Machine } from '../machine';
import { settle } from '../settle';
import { isTerm, type Value } from '../value';
import type { Clock } from './date-parts';
import { moment, timeOf } from './dates';
import { dateText } from './date-text';
import { instancePrototype } from './instance-prototype';
import { concretised, exact, type LibraryPart } from './library-model';

/** When every replay begins. */
export const startOfTime = Date.UTC(2024, 0, 1);

export const dateConstructor: LibraryPart = {
  Date: concretised((machine, call) => {
    const { terms } = machine;
    if (call.newTarget === null) return terms.constant(dateText(machine, now(machine), 'both'));
    const time = timeGiven(machine, call.args);
    return machine.create({ kind: 'date', time }, instancePrototype(machine, call, 'Date.prototype'));
  }),
  'Date.now': concretised((machine) => machine.terms.constant(now(machine))),
  'Date.parse': concretised((machine, { args }) => parsed(machine, toText(machine, argument(args, 0)))),
  'Date.UTC': exact((machine, { args }) => momentOf(machine, args, 'utc')),
};

function now(machine: Machine): number {
  machine.note({ kind: 'assumed', what: 'the time at which a replay begins' });
  return startOfTime;
}

function timeGiven(machine: Machine, args: readonly Value[]): Term {
  if (args.length === 0) return machine.terms.constant(now(machine));
  if (args.length > 1) return momentOf(machine, args, 'local');
  const given = settle(machine, argument(args, 0));
  if (given.kind === 'object') {
    const { internal } = machine.object(given.ref);
    if (internal.kind === 'date') return timeOf(machine, internal.time);
  }
  const value = toPrimitive(machine, given);
  if (isTerm(value) && value.sort === 'str') return parsed(machine, value);
  return timeClip(machine.terms, toNumber(machine, value));
}

/** A moment by its parts; two digits mean a year of the twentieth century. */
function momentOf(machine: Machine, args: readonly Value[], clock: Clock): Term {
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
  const parts = {
    FullYear: terms.choice(isShort, terms.apply('num.add', [year, terms.constant(1900)]), given),
    Month: part(1, 0),
    Date: part(2, 1),
    Hours: part(3, 0),
    Minutes: part(4, 0),
    Seconds: part(5, 0),
    Milliseconds: part(6, 0),
  };
  return moment(machine, parts, clock);
}

function parsed(machine: Machine, text: Term): Term {
  const known = String(concretise(machine, text, 'the text of a date'));
  const { time, isLocal } = readDate(known);
  return isLocal
    ? timeClip(machine.terms, machine.terms.apply('num.utcTime', [machine.terms.constant(time)]))
    : machine.terms.constant(time);
}

const hasZone = /(?:Z|\b(?:UTC?|GMT|[ECMP][SD]T)|[+-]\d\d:?\d\d)\s*(?:\(.*\))?\s*$/i;
const isoDate = /^(?:[+-]\d\d)?\d{4}(?:-\d\d(?:-\d\d)?)?$/;
const isoTime = /^(?:[+-]\d\d)?\d{4}-\d\d(?:-\d\d)?T[\d:.]+$/;

/** As the engine reads a date; if it names no zone, by the clock that it means, whatever ours is. */
function readDate(text: string): { readonly time: number; readonly isLocal: boolean } {
  const read = Date.parse(text);
  if (Number.isNaN(read) || isoDate.test(text) || hasZone.test(text)) return { time: read, isLocal: false };
  return { time: Date.parse(isoTime.test(text) ? `${text}Z` : `${text} UTC`), isLocal: true };
}
