import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { lastTime, localTime, timeZone, timeZoneName, utcTime } from '../../src/core/local-time';
import { inTimeZone } from '../in-time-zone';

inTimeZone();

/** Seldom out of the years in which clocks were changed. */
const times = fc.oneof(
  { weight: 4, arbitrary: fc.integer({ min: Date.UTC(1880, 0, 1), max: Date.UTC(2045, 0, 1) }) },
  fc.integer({ min: Date.UTC(1988, 0, 1), max: Date.UTC(1989, 0, 1) }),
  fc.integer({ min: -lastTime, max: lastTime }).map((time) => time - (time % 1000)),
);

/** Every quarter of an hour of the days around changes of the clocks. */
const changes = [
  Date.UTC(1935, 2, 29),
  Date.UTC(1988, 3, 2),
  Date.UTC(1988, 9, 29),
  Date.UTC(2011, 10, 5),
  Date.UTC(2024, 2, 9),
].flatMap((day) => Array.from({ length: 4 * 72 }, (_, quarter) => day + quarter * 900_000));

describe(`local time of ${timeZone}`, () => {
  test('is what the engine shows', () => {
    for (const time of changes) checkLocal(time);
    fc.assert(fc.property(times, checkLocal), { numRuns: 2000 });
  });

  test('is read as the engine reads it, also where it comes twice or never', () => {
    for (const time of changes) checkUtc(time);
    fc.assert(fc.property(times, checkUtc), { numRuns: 2000 });
  });

  test('has the name that the engine prints', () => {
    fc.assert(
      fc.property(times, (time) => {
        expect(timeZoneName(time)).toBe(/\((.*)\)$/.exec(new Date(time).toString())?.[1]);
      }),
      { numRuns: 1000 },
    );
  });

  test('of no time is none', () => {
    expect(localTime(Number.NaN)).toBeNaN();
    for (const time of [Number.NaN, Infinity, -Infinity]) expect(utcTime(time)).toBeNaN();
    expect(utcTime(lastTime * 2)).toBeGreaterThan(lastTime);
  });
});

function checkLocal(time: number): void {
  const [date, shown] = [new Date(time), new Date(localTime(time))];
  if (Math.abs(shown.getTime()) > lastTime || Number.isNaN(shown.getTime())) return;
  expect([date.getFullYear(), date.getMonth(), date.getDate()], `${time}`).toEqual([
    shown.getUTCFullYear(),
    shown.getUTCMonth(),
    shown.getUTCDate(),
  ]);
  expect([date.getHours(), date.getMinutes(), date.getSeconds()], `${time}`).toEqual([
    shown.getUTCHours(),
    shown.getUTCMinutes(),
    shown.getUTCSeconds(),
  ]);
}

function checkUtc(local: number): void {
  const shown = new Date(local);
  const read = new Date(2000, 0, 1);
  read.setFullYear(shown.getUTCFullYear(), shown.getUTCMonth(), shown.getUTCDate());
  read.setHours(shown.getUTCHours(), shown.getUTCMinutes(), shown.getUTCSeconds(), shown.getUTCMilliseconds());
  if (!Number.isNaN(read.getTime())) expect(utcTime(local), `${local}`).toBe(read.getTime());
}
