import type { Cause } from './cause';
import { isSameData, isSameText } from './file-fingerprint';
import type { RecordedSuite } from './recorded-suite';
import type { Surroundings } from './surroundings';
import { variablesOfAll } from './variables';

/** What changed around the source since a recording was made, and whom it can reach. */
export function outsideEffects(
  suite: RecordedSuite,
  packagesOf: (path: string) => readonly string[],
  /** Files that modules rest on, with the modules. */
  rests: ReadonlyMap<string, readonly number[]>,
  /** Whether a module may see how data is written. */
  takesText: (path: string) => boolean,
  /** Variables that the source of a module names: whom their values reach is known more closely. */
  namedIn: (path: string) => readonly string[],
  before: Surroundings,
  now: Surroundings,
): Cause[] {
  return [
    ...(before.node === now.node
      ? []
      : [everyone('environment', `Node ${now.node}`, `was recorded with ${before.node}`)]),
    ...differences(before.configuration, now.configuration).map((path) =>
      everyone('configuration', path, 'may be run in another way'),
    ),
    ...differences(before.tools, now.tools).map((name) => everyone('package', name, 'is run or compiled by it')),
    ...readEffects(suite, rests, takesText, before.read, now.read),
    ...changedVariables(before, now).flatMap((name) =>
      variablesOfAll.includes(name) ? [everyone('environment', name, 'may look at it')] : [],
    ),
    ...changedVariables(before, now).map((name) => variableEffect(suite, name, namedIn)),
    ...packageEffects(suite, packagesOf, before, now),
  ];
}

function everyone(kind: Cause['kind'], subject: string, effect: string): Cause {
  return { kind, subject, effect, everyone: true };
}

/** Names under which the two hold something different, also nothing. */
function differences(before: ReadonlyMap<string, string>, now: ReadonlyMap<string, string>): string[] {
  const names = new Set([...before.keys(), ...now.keys()]);
  return [...names].filter((name) => !isSameText(before.get(name), now.get(name))).toSorted();
}

/** Variables of the environment that have another value now. */
export function changedVariables(before: Surroundings, now: Surroundings): readonly string[] {
  return differences(before.environment, now.environment);
}

function readEffects(
  suite: RecordedSuite,
  rests: ReadonlyMap<string, readonly number[]>,
  takesText: (path: string) => boolean,
  before: Surroundings['read'],
  now: Surroundings['read'],
): Cause[] {
  const { executions, modules } = suite.recording;
  const users = (path: string): readonly number[] => {
    const all = rests.get(path) ?? [];
    return isSameData(before.get(path), now.get(path)) ? all.filter((m) => takesText(modules[m]?.path ?? '')) : all;
  };
  return differences(before, now).flatMap((path): Cause[] => [
    {
      kind: 'file',
      subject: path,
      effect: 'reads it',
      tests: executions.flatMap(({ reads }, test) => (reads.includes(path) ? [test] : [])),
    },
    { kind: 'file', subject: path, effect: 'loads a module that rests on it', modules: users(path) },
  ]);
}

/** Who was seen to read a variable, however it came by the name. */
function variableEffect(suite: RecordedSuite, name: string, namedIn: (path: string) => readonly string[]): Cause {
  const { executions, modules } = suite.recording;
  const isAll = name === '*';
  return {
    kind: 'environment',
    subject: isAll ? 'the environment' : name,
    effect: isAll ? 'looks through all variables' : 'reads the variable',
    tests: executions.flatMap(({ environment }, test) => (environment.includes(name) ? [test] : [])),
    modules: modules.flatMap(({ path, environment }, m) =>
      environment.includes(name) && !namedIn(path).includes(name) ? [m] : [],
    ),
  };
}

function packageEffects(
  suite: RecordedSuite,
  packagesOf: (path: string) => readonly string[],
  before: Surroundings,
  now: Surroundings,
): Cause[] {
  const { modules } = suite.recording;
  return [...before.packages].flatMap(([name, versions]): Cause[] => {
    const changed = differences(versions, now.packages.get(name) ?? new Map());
    const [first] = changed;
    if (first === undefined) return [];
    const users = modules.flatMap((module, m) =>
      module.packages.includes(name) || packagesOf(module.path).includes(name) ? [m] : [],
    );
    const [inner = ''] = first.split(' ');
    const subject = inner === name ? name : `${inner}, which ${name} needs`;
    return [{ kind: 'package', subject, effect: 'imports it', modules: users }];
  });
}
