import { setFlagsFromString } from 'node:v8';

/**
 * The engine optimises a function when ten times as much of it has run as by default. Most of our code runs for a second at
 * most, in which optimising takes more time than it saves. For a process that is ours as a whole: flags count for all of it.
 */
export function optimiseLate(): void {
  const flag = flagOf(process.versions.v8);
  if (flag !== undefined) setFlagsFromString(flag);
}

/** Undefined for an engine that is not known to have one: it would complain to the user. */
export function flagOf(engine: string): string | undefined {
  const [major = ''] = engine.split('.');
  return flags[major];
}

const flags: Readonly<Record<string, string>> = {
  '11': '--interrupt-budget=800000',
  '12': '--invocation-count-for-turbofan=30000',
  '13': '--invocation-count-for-turbofan=30000',
};
