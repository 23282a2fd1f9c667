import type { FunctionChange, FunctionRef } from '#change/change-set';
import type { Cause } from './cause';
import type { ComparedVersions } from './load-effects';
import { mayHoldTests } from './new-tests';
import type { RecordedSuite } from './recorded-suite';
import { registrationAt, type Registration } from './registrations';
import { mayBeJoined, sharingTests } from './sharing-tests';

/**
 * What a file tells its runner of that counts for tests of other files, too: some run files of tests as one group, so that hooks around one file are
 * around all of them, and one test that leaves out others leaves out all.
 */
export function registeredForAll(suite: RecordedSuite, { changes }: ComparedVersions): Cause[] {
  const causes = new Map<string, Cause>();
  for (const change of changes.functions) {
    if (change.status === 'unchanged') continue;
    for (const { path, registration } of changedRegistrations(change)) {
      const effect = registration.role === 'hook' ? 'hooks there run around it' : 'a test there may leave out others';
      const tests = together(suite, path).filter((test) => isForAll(suite.runnerOf(test), registration));
      if (tests.length > 0) causes.set(`${path} ${effect}`, { kind: 'registration', subject: path, effect, tests });
    }
  }
  return [...causes.values()];
}

function isForAll(runner: string, { role, isOnly }: Registration): boolean {
  return runner === 'mocha' ? true : runner === 'node:test' && role === 'hook' && !isOnly;
}

/** Hooks around a whole file, and tests and groups that leave out others. */
function changedRegistrations(change: FunctionChange): { path: string; registration: Registration }[] {
  const sides: [FunctionRef | null, FunctionChange['nodes']['headStatus']][] = [
    [change.base, change.nodes.baseStatus],
    [change.head, change.nodes.headStatus],
  ];
  return sides.flatMap(([ref, statuses]) =>
    (ref?.fn.nodes ?? []).flatMap((node, i) => {
      if (ref === null || statuses[i] === 'unchanged') return [];
      const registration = registrationAt(ref.module, ref.fn, node);
      if (registration === null) return [];
      const isOfFile = registration.role === 'hook' && ref.fn.kind === 'module';
      return isOfFile || registration.isOnly ? [{ path: ref.module.path, registration }] : [];
    }),
  );
}

/** Tests that run in a process with those of a file, or with those of a new one. */
function together(suite: RecordedSuite, path: string): number[] {
  const groups = sharingTests(suite);
  const isKnown = [...groups.values()].some(({ files }) => files.has(path));
  if (!isKnown && !mayHoldTests(path)) return [];
  return [...groups.values()].flatMap((group) =>
    (isKnown ? group.files.has(path) : mayBeJoined(suite, group, groups)) ? group.tests : [],
  );
}
