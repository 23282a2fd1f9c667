import type { FunctionId, NodeId } from '#core/ids';
import type { ModuleIr } from '#ir/cfg';
import type { ComparedVersions } from './load-effects';
import { isLoadingChanged, mayHoldTests } from './new-tests';
import type { RecordedSuite } from './recorded-suite';
import { keyOf, toldOf } from './registered-otherwise';
import { registrationAt, writtenTests, type WrittenTest } from './registrations';
import { functionOf } from './versions';

/** A test that runs since the change, and did not when tests were recorded. */
export interface NewTest {
  readonly file: string;
  /** In the head: what it runs first, with hooks around it. */
  readonly starts: readonly FunctionId[];
  /** Tests of the file that run before it, as titles joined by NUL; null where the file itself is new. */
  readonly behind: ReadonlySet<string> | null;
  readonly isInGroup: boolean;
}

/** What comes to the suite with a change, as far as the source of test files tells. */
export function newTestsIn(suite: RecordedSuite, versions: ComparedVersions): NewTest[] {
  const files = new Set(suite.recording.executions.map(({ test }) => test.file));
  return versions.changes.modules.flatMap(({ base, head }): NewTest[] => {
    if (head === null) return [];
    const known = base !== null && base.path === head.path && files.has(base.path) ? base : null;
    if (known === null && !mayHoldTests(head.path)) return [];
    const written = writtenTests(head);
    const isNew = known === null ? () => true : newness(versions, known, head);
    return written.flatMap((test, i): NewTest[] => {
      if (test.isOff || !isNew(test)) return [];
      const before = written.slice(0, i).filter((other) => runsBefore(other, test));
      const behind = known === null ? null : new Set(before.map(({ titles }) => titles.join('\0')));
      return [{ file: head.path, starts: startsOf(versions, head, test), behind, isInGroup: test.titles.length > 1 }];
    });
  });
}

/** Recorded tests that do not run any more where they did, though what they run may still be there: nothing is left behind by them. */
export function testsThatLeft(suite: RecordedSuite, versions: ComparedVersions): ReadonlySet<number> {
  const { executions } = suite.recording;
  const left = versions.changes.modules.flatMap(({ base, head }): number[] => {
    if (base === null) return [];
    const isMoved = head === null || head.path !== base.path;
    const gone = isMoved ? null : new Set(goneFrom(versions, base, head));
    if (gone?.size === 0) return [];
    return executions.flatMap(({ test }, i) =>
      test.file === base.path && gone?.has(test.titles.join('\0')) !== false ? [i] : [],
    );
  });
  return new Set(left);
}

function goneFrom(versions: ComparedVersions, base: ModuleIr, head: ModuleIr): string[] {
  const told = toldOf(writtenTests(head));
  const bodies = new Set(writtenTests(head).flatMap(({ body }) => body ?? []));
  const partners = partnersIn(versions, base, head);
  const kept = new Set([...partners].flatMap(([now, before]) => (bodies.has(now) ? [before] : [])));
  return writtenTests(base).flatMap((test) =>
    told.has(keyOf(test)) || (test.body !== null && kept.has(test.body)) ? [] : [test.titles.join('\0')],
  );
}

/** Functions of a file, and what they were before. */
function partnersIn({ changes }: ComparedVersions, base: ModuleIr, head: ModuleIr): ReadonlyMap<number, number> {
  return new Map(
    changes.functions.flatMap((change): [number, number][] =>
      change.base?.module.path === base.path && change.head?.module.path === head.path
        ? [[change.head.fn.index, change.base.fn.index]]
        : [],
    ),
  );
}

/** A test with another title is the same test. */
function newness(versions: ComparedVersions, base: ModuleIr, head: ModuleIr): (test: WrittenTest) => boolean {
  const before = writtenTests(base).filter(({ isOff }) => !isOff);
  const told = toldOf(before);
  const bodies = new Set(before.flatMap(({ body }) => body ?? []));
  const partners = partnersIn(versions, base, head);
  return (test) => {
    const { titles, body } = test;
    const isComputed = titles.includes(null);
    // One that was left out by its settings had no part in the run.
    if (!isComputed && told.has(keyOf(test))) return told.get(keyOf(test)) !== test.how;
    const hasBody = body !== null && bodies.has(partners.get(body) ?? -1);
    return !hasBody || (isComputed && isLoadingChanged(versions.changes, head));
  };
}

/**
 * Of two tests in the order of the file: does the first run first with every runner? Mocha runs tests of a group before the groups in
 * it.
 */
function runsBefore({ titles: first }: WrittenTest, { titles: second }: WrittenTest): boolean {
  let common = 0;
  while (common < Math.min(first.length, second.length) - 1 && first[common] === second[common]) common++;
  return first.length - 1 === common || second.length - 1 > common;
}

function startsOf({ head }: ComparedVersions, module: ModuleIr, { fn, node, body, around }: WrittenTest): FunctionId[] {
  const { program } = head.loaded;
  const idOf = (index: number): FunctionId[] => {
    const ir = module.functions[index];
    const id = ir === undefined ? undefined : functionOf(program, { module, fn: ir });
    return id === undefined ? [] : [id];
  };
  const hooks = around.flatMap((index) => {
    const ir = module.functions[index];
    return (ir?.nodes ?? []).flatMap((each) => {
      const registration = ir === undefined ? null : registrationAt(module, ir, each);
      return registration?.isEach === true ? (registration.fn ?? []) : [];
    });
  });
  if (body !== null) return [body, ...hooks].flatMap(idOf);
  const [registering] = idOf(fn);
  const called =
    registering === undefined
      ? []
      : head
          .graph()
          .callGraph.callsAt((program.nodesOf(registering).first + node) as NodeId)
          .map(({ callee }) => callee);
  return [...called, ...hooks.flatMap(idOf)];
}
