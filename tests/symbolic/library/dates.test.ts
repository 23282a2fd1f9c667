import { describe, expect, test } from 'vitest';
import * as virtualTime from '#replay/child/virtual-time';
import { startOfTime } from '#symbolic/library/date-constructor';
import { inTimeZone } from '../../in-time-zone';
import { checkAll, checkExact, combinations } from './check-samples';
import { numbers, others } from './sample-values';

inTimeZone();

const times = [
  0, 1, -1, 86_399_999, 86_400_000, -86_400_000, -86_400_001, 951_782_399_999, 951_782_400_000, 951_868_800_000,
  1_709_164_800_000, 1_709_251_199_999, 4_107_542_400_000, 1e12, -1e12, -62_198_755_200_000, -62_167_219_200_000,
  253_402_300_799_999, 253_402_300_800_000, 8.64e15,
  // Clocks are put forward and back; what they show comes never, and twice.
  1_710_050_400_000, 1_710_048_600_000, 1_730_608_200_000, 1_730_611_800_000, 1_321_153_200_000, -2_713_897_748_000,
  -8.64e15,
];
const dates = times.map((time) => new Date(time));

const getters = ['FullYear', 'Month', 'Date', 'Day', 'Hours', 'Minutes', 'Seconds', 'Milliseconds'];

describe('reading parts', () => {
  test.each(getters)('%s', (name) => {
    checkExact(`function f(d) { return [d.get${name}(), d.getUTC${name}()]; }`, combinations([dates]));
    checkExact(`function f(t) { return new Date(t).get${name}(); }`, combinations([[...times, ...numbers]]));
    checkExact(`function f(v) { return Date.prototype.get${name}.call(v); }`, combinations([[...others, 'a', 1]]));
  });

  test('every day of some years', () => {
    const days = Array.from({ length: 366 * 5 }, (_, index) => 946_684_800_000 + index * 86_400_000 + 12_345_678);
    const centuries = Array.from({ length: 300 }, (_, index) => -8.64e15 + index * 5.76e13);
    checkExact(
      'function f(t) { const d = new Date(t); return [d.getFullYear(), d.getMonth(), d.getDate(), d.getDay(), d.getHours()]; }',
      combinations([[...days.filter((_, index) => index % 3 === 0), ...centuries]], 2000),
    );
  });

  test('the rest', () => {
    checkExact(
      'function f(d) { return [d.getTime(), d.valueOf(), +d, d.getTimezoneOffset(), d.getYear(), d - 5]; }',
      combinations([dates]),
    );
    checkExact(
      'function f() { const d = new Date(NaN); return [d.getTime(), d.getTimezoneOffset(), d.getYear(), d.getMonth()]; }',
      [[]],
    );
    for (const name of [
      'getTime',
      'valueOf',
      'getTimezoneOffset',
      'getYear',
      'setTime',
      'setHours',
      'toISOString',
      'toString',
    ]) {
      checkAll(`function f(v) { return Date.prototype.${name}.call(v); }`, [[1], [undefined]]);
      checkAll(`function f() { return Date.prototype.${name}.call({}); }`, [[]]);
    }
  });
});

describe('writing parts', () => {
  const values = [0, 1, -1, 12, 31, 100, 1999.9, -0.5, Number.NaN, Infinity, 1e7, 1e15, undefined, '7', null];

  test.each(getters.filter((name) => name !== 'Day'))('%s', (name) => {
    const few = [dates[0] ?? new Date(), new Date(951_782_400_000), new Date(-1)];
    for (const setter of [`set${name}`, `setUTC${name}`]) {
      checkExact(`function f(d, a) { return [d.${setter}(a), d.getTime()]; }`, combinations([few, values]));
      checkExact(
        `function f(d, a, b) { return [d.${setter}(a, b, 3), d.getTime()]; }`,
        combinations([few, values, [2, -40, Number.NaN]]),
      );
      checkExact(`function f(d) { return [d.${setter}(), d.getTime()]; }`, combinations([few]));
      checkExact(
        `function f(a) { const d = new Date(NaN); return [d.${setter}(a), d.getTime()]; }`,
        combinations([values]),
      );
    }
  });

  test('setTime', () => {
    checkExact(
      'function f(d, a) { return [d.setTime(a), d.getTime()]; }',
      combinations([dates.slice(0, 3), [...values, 8.64e15, 8.64e15 + 1]]),
    );
  });
});

describe('the constructor', () => {
  test('from parts', () => {
    const years = [1970, 2024, 99, 0, -1, 99.9, -0.5, 100, 275_760, 1e6, Number.NaN, '2020'];
    const months = [0, 1, 11, 12, -1, 14.9, Number.NaN, undefined, -25];
    checkExact(
      'function f(y, m) { return [new Date(y, m).getTime(), Date.UTC(y, m)]; }',
      combinations([years, months]),
    );
    checkExact(
      'function f(y, m, d) { return new Date(y, m, d, 25, 61, 61, 1001); }',
      combinations([years, months, [0, 1, 31, -1, 1e6]]),
    );
    checkExact(
      'function f(h) { return [new Date(2024, 1, 29, h), Date.UTC(2024, 1, 29, h, h, h, h)]; }',
      combinations([[0, 23, -1, 1.9, 1e10, Infinity]]),
    );
    checkExact('function f(y) { return [Date.UTC(), Date.UTC(y)]; }', combinations([years]));
  });

  test('from one value', () => {
    checkExact(
      'function f(v) { return new Date(v); }',
      combinations([[...numbers, ...times, null, undefined, true, 1n]]),
    );
    checkExact('function f(d) { const e = new Date(d); return [e.getTime(), e === d]; }', combinations([dates]));
    checkExact('function f() { return [new Date(Symbol.iterator)]; }', [[]]);
    checkAll('function f(v) { return new Date({ valueOf: () => v }); }', combinations([[1, '2020', null]]));
  });

  test('from text', () => {
    const written = [
      '2020',
      '2020-02',
      '2020-02-30',
      '2024-02-29',
      '2020-01-01T10:00',
      '2020-01-01T10:00:00.123Z',
      '2020-01-01T10:00:00+02:00',
      'Jan 5, 2020',
      'Thu, 01 Jan 1970 00:00:00 GMT',
      'Thu Jan 01 1970 00:00:00 GMT+0100 (CET)',
      '1/2/2020',
      '1/2/2020 10:30',
      '2020-13-01',
      'hello',
      '',
      '+002020-01-01',
      '5 March 2021 10:00 PST',
    ];
    checkAll('function f(s) { return [new Date(s), Date.parse(s)]; }', combinations([written]));
  });

  test('the time is that of a replay', () => {
    expect(startOfTime).toBe(virtualTime.startOfTime);
    const now = Date.now;
    Date.now = () => startOfTime;
    try {
      checkAll('function f() { return Date.now(); }', [[]]);
    } finally {
      Date.now = now;
    }
    checkAll(`function f() { return typeof Date() === 'string' && typeof new Date().getTime() === 'number'; }`, [[]]);
  });

  test('of a subclass', () => {
    checkExact(
      'function f(t) { class D extends Date { next() { return this.getTime() + 1; } } return new D(t).next(); }',
      combinations([times]),
    );
  });
});

describe('as text', () => {
  test('in ISO form', () => {
    checkExact('function f(d) { return [d.toISOString(), d.toJSON(), JSON.stringify(d)]; }', combinations([dates]));
    checkExact('function f() { return [new Date(NaN).toJSON()]; }', [[]]);
    checkExact('function f() { return new Date(NaN).toISOString(); }', [[]]);
    checkExact('function f() { return Date.prototype.toJSON.call({ toISOString: () => "own" }); }', [[]]);
    checkExact('function f() { return Date.prototype.toJSON.call({}); }', [[]]);
  });

  test.each(['toString', 'toDateString', 'toTimeString', 'toUTCString', 'toGMTString'])('%s', (name) => {
    // By the clocks of the zone, the first of all dates lies before it.
    checkAll(`function f(d) { return d.${name}(); }`, combinations([dates.slice(0, -1)]));
    checkAll(`function f() { return new Date(NaN).${name}(); }`, [[]]);
  });

  test.each(['toLocaleString', 'toLocaleDateString', 'toLocaleTimeString'])('%s', (name) => {
    checkAll(`function f(d) { return [d.${name}('en-US'), d.${name}('de')]; }`, combinations([dates.slice(0, 8)]));
  });

  test('by conversion', () => {
    checkAll('function f(d) { return [`${d}`, d + 1, d * 2, d < 5]; }', combinations([dates.slice(0, 6)]));
    checkAll(
      'function f(d, h) { return d[Symbol.toPrimitive](h); }',
      combinations([dates.slice(0, 3), ['string', 'number', 'default', 'x', undefined, 1]]),
    );
    checkExact('function f(v) { return Date.prototype[Symbol.toPrimitive].call(v, "number"); }', [[1], [undefined]]);
    checkExact('function f() { return Date.prototype[Symbol.toPrimitive].call({ valueOf: () => 5 }, "number"); }', [
      [],
    ]);
  });
});
