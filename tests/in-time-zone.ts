import { afterAll, beforeAll } from 'vitest';
import { timeZone } from '#core/local-time';

/** The tests of a file run in the time zone of replays, so that the engine can be held against what is computed for it. */
export function inTimeZone(): void {
  const zone = process.env['TZ'];
  beforeAll(() => {
    process.env['TZ'] = timeZone;
  });
  afterAll(() => {
    if (zone === undefined) delete process.env['TZ'];
    else process.env['TZ'] = zone;
  });
}
