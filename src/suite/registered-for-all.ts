import type { FunctionRef } from '#change/change-set';
import type { NodeId } from '#core/ids';
import type { ModuleIr } from '#ir/cfg';
import type { Cause } from './cause';
import type { ComparedVersions } from './load-effects';
import { mayHoldTests } from './new-tests';
import type { RecordedSuite } from './recorded-suite';
import { collectingFunctions, registrationAt, type Registration } from './registrations';
import { LoadedModules, mayBeJoined, sharingTests, type SharingTests } from './sharing-tests';
import { functionOf, type Version } from './versions';

/**
 * What a file tells its runner of that counts for tests of other files, too: some run files of tests as one group, so that hooks around one file are
 * around all of them, and one test that leaves out others leaves out all. Any file that is loaded there may do so.
 */
export function registeredForAll(suite: RecordedSuite, versions: ComparedVersions): Cause[] {
  const isTold = suite.recording.executions.some((_, test) => runners.has(suite.runnerOf(test)));
  if (!isTold) return [];
  const causes = new Map<string, Cause>();
  const processes = new Processes(suite, versions);
  for (const { path, registration } of [...changedRegistrations(versions), ...processes.hooksLoadedOtherwise()]) {
    const effect = registration.role === 'hook' ? 'hooks there run around it' : 'a test there may leave out others';
    const tests = processes.testsWith(path).filter((test) => isForAll(suite.runnerOf(test), registration));
    if (tests.length > 0) causes.set(`${path} ${effect}`, { kind: 'registration', subject: path, effect, tests });
  }
  return [...causes.values()];
}

interface RegisteredIn {
  readonly path: string;
  readonly registration: Registration;
}

type Side = 'base' | 'head';
const sides = ['base', 'head'] as const;

/** Those that may run several files as one group. */
const runners: ReadonlySet<string> = new Set(['mocha', 'node:test']);

function isForAll(runner: string, { role, isOnly }: Registration): boolean {
  return runner === 'mocha' ? true : runner === 'node:test' && role === 'hook' && !isOnly;
}

/** Hooks around a whole file, and tests and groups that leave out others. */
function changedRegistrations({ base, head, changes }: ComparedVersions): RegisteredIn[] {
  const found: RegisteredIn[] = [];
  for (const change of changes.functions) {
    if (change.status === 'unchanged') continue;
    const { baseStatus, headStatus } = change.nodes;
    for (const [ref, statuses, version] of [
      [change.base, baseStatus, base],
      [change.head, headStatus, head],
    ] as const) {
      if (ref === null) continue;
      for (const node of ref.fn.nodes) {
        if (statuses[node.index] === 'unchanged') continue;
        const registration = registrationAt(ref.module, ref.fn, node);
        const { path } = ref.module;
        if (registration === null) found.push(...hooksOfCallees(version, ref, node.index));
        else if (registration.isOnly || (registration.role === 'hook' && runsInNoGroup(version, ref)))
          found.push({ path, registration });
      }
    }
  }
  return found;
}

/** Does a function run outside of all groups of tests, as far as who calls it tells? */
function runsInNoGroup({ loaded, graph }: Version, ref: FunctionRef): boolean {
  if (ref.fn.kind === 'module') return true;
  if (collectingFunctions(ref.module).has(ref.fn.index)) return false;
  const { program } = loaded;
  const id = functionOf(program, ref);
  const calls = id === undefined ? [] : graph().callGraph.callsTo(id);
  return calls.some(({ site }) => program.functionKind(program.functionOf(site)) === 'module');
}

/** Hooks of which a function tells that a module calls when it is loaded. */
function hooksOfCallees({ loaded, graph }: Version, ref: FunctionRef, node: number): RegisteredIn[] {
  const { program } = loaded;
  const id = ref.fn.kind === 'module' && ref.fn.nodes[node]?.op.kind === 'call' ? functionOf(program, ref) : undefined;
  if (id === undefined) return [];
  const calls = graph().callGraph.callsAt((program.nodesOf(id).first + node) as NodeId);
  return calls.flatMap(({ callee }) => {
    const { module, index } = program.locate(callee);
    const ir = loaded.module(module.path);
    const hook = ir === null ? null : hookIn(ir, index);
    return hook === null ? [] : [{ path: ref.module.path, registration: hook }];
  });
}

function hookIn(module: ModuleIr, index: number): Registration | null {
  const fn = module.functions[index];
  for (const node of fn?.nodes ?? []) {
    const registration = fn === undefined ? null : registrationAt(module, fn, node);
    if (registration?.role === 'hook') return registration;
  }
  return null;
}

interface Process {
  readonly tests: readonly number[];
  /** What is loaded there, in either version. */
  readonly loaded: ReadonlySet<string>;
  /** What is loaded there in one version alone. */
  readonly onlyIn: Readonly<Record<Side, readonly string[]>>;
}

/** Tests that run in one process, with what is loaded there. */
class Processes {
  private readonly all: readonly Process[];
  private readonly groups: ReadonlyMap<string, SharingTests>;

  constructor(
    private readonly suite: RecordedSuite,
    private readonly versions: ComparedVersions,
  ) {
    this.groups = sharingTests(suite);
    const modules = new LoadedModules(suite, versions);
    const fresh = versions.changes.modules.flatMap(({ base, head }) =>
      base === null && head !== null && mayHoldTests(head.path) ? [head.path] : [],
    );
    // Tests of one file load what it loads, and are selected for it by themselves.
    const ofSeveral = [...this.groups.values()].filter((group) => group.files.size > 1);
    this.all = ofSeveral.map((group) => {
      const { base, head } = modules.of(group, mayBeJoined(suite, group, this.groups) ? fresh : []);
      const onlyIn = { base: [...base].filter((p) => !head.has(p)), head: [...head].filter((p) => !base.has(p)) };
      return { tests: group.tests, loaded: new Set([...base, ...head]), onlyIn };
    });
  }

  /** Tests in whose process a file is loaded, be it a new one of tests. */
  testsWith(path: string): readonly number[] {
    const isOf = ({ files }: SharingTests): boolean => files.has(path);
    const own = [...this.groups.values()].filter(isOf);
    if (own.length > 0) return own.flatMap(({ tests }) => tests);
    const loading = this.all.filter(({ loaded }) => loaded.has(path));
    if (loading.length > 0 || !mayHoldTests(path)) return loading.flatMap(({ tests }) => tests);
    const groups = [...this.groups.values()].filter((group) => mayBeJoined(this.suite, group, this.groups));
    return groups.flatMap(({ tests }) => tests);
  }

  /** Hooks of files, changed or not, that are loaded in one version alone. */
  hooksLoadedOtherwise(): RegisteredIn[] {
    return sides.flatMap((side) => {
      const paths = new Set(this.all.flatMap(({ onlyIn }) => onlyIn[side]));
      return [...paths].flatMap((path): RegisteredIn[] => {
        const module = this.versions[side].loaded.module(path);
        const hook = module === null ? null : hookIn(module, 0);
        return hook === null ? [] : [{ path, registration: hook }];
      });
    });
  }
}
