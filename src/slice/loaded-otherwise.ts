import type { ChangeSet } from '#change/change-set';
import { nodeId, type NodeId } from '#core/ids';
import type { BuiltIn } from '#dependence/built-in';
import { BuiltInsCalled } from '#dependence/call-names';
import { accessWidth, constraintKinds as kinds, constraintWidth, modes, places, type ModuleFacts } from '#ir/facts';
import type { Program } from '#ir/program';
import type { Files } from './relinked-exports';

/** One version: its modules, and which files they mean. */
export interface LoadingVersion {
  readonly program: Program;
  readonly files: Files;
}

/**
 * What module bodies do besides defining things, where they run in another order, for the first time, or no longer: the order of
 * imports is the order of these effects.
 */
export function loadedOtherwise(
  base: LoadingVersion,
  head: LoadingVersion,
  { moduleChanges }: ChangeSet,
): { readonly base: readonly NodeId[]; readonly head: readonly NodeId[] } {
  const found = { base: new Set<NodeId>(), head: new Set<NodeId>() };
  for (const change of moduleChanges) {
    if (change.loads === undefined) continue;
    const { kind, before, specifiers, side } = change.loads;
    const [version, other] = side === 'base' ? [base, head] : [head, base];
    const loads = new Loads(version);
    const done = loads.all(change[side], before);
    const groups = specifiers
      .filter((specifier) => kind === 'order' || !isLoaded(other, version, change[side], specifier))
      .map((specifier) => loads.effects(loads.all(change[side], [specifier]), done));
    const apart = groups.filter((nodes) => nodes.length > 0);
    // One module with effects has them in any order.
    if (kind === 'order' && apart.length < 2) continue;
    for (const node of apart.flat()) found[side].add(node);
  }
  return { base: [...found.base], head: [...found.head] };
}

/** Does some module of the other version load the file, too? */
function isLoaded(other: LoadingVersion, version: LoadingVersion, from: string, specifier: string): boolean {
  const target = version.files.resolve(from, specifier);
  if (target.kind !== 'file') return true;
  return other.program.modules.some(({ path, specifiers }) =>
    specifiers.some((each) => {
      const found = other.files.resolve(path, each);
      return found.kind === 'file' && found.path === target.path;
    }),
  );
}

class Loads {
  constructor(private readonly version: LoadingVersion) {}

  /** The modules that some specifiers of a file lead to, and what these load. */
  all(from: string, specifiers: readonly string[]): ReadonlySet<number> {
    const { program } = this.version;
    const found = new Set<number>();
    const add = (path: string, list: readonly string[]): void => {
      for (const specifier of list) {
        const target = this.version.files.resolve(path, specifier);
        const m = target.kind === 'file' ? program.moduleIndex(target.path) : undefined;
        if (m !== undefined) found.add(m);
      }
    };
    add(from, specifiers);
    for (const m of found) add(program.modules[m]!.path, program.modules[m]!.specifiers);
    return found;
  }

  effects(modules: ReadonlySet<number>, without: ReadonlySet<number>): readonly NodeId[] {
    const { program } = this.version;
    return [...modules]
      .filter((m) => !without.has(m))
      .flatMap((m) => effectsOf(program.modules[m]!).map((node) => nodeId(program.nodeBase[m]! + node)));
  }
}

/** Nodes of a module body that write to what is not made by them, or call what may. */
function effectsOf(module: ModuleFacts): number[] {
  const { calls, accesses, functions, constraints: words } = module;
  const made = new Set<number>();
  for (let at = 0; at < words.length; at += 1 + constraintWidth[words[at]!]!)
    if (words[at] === kinds.alloc) made.add(words[at + 1]!);
  const found = new Set<number>();
  for (let node = 0; node < functions.nodeCount[0]!; node++) {
    for (let at = accesses.offset[node]!; at < accesses.offset[node + 1]!; at += accessWidth) {
      const place = accesses.words[at + 2];
      if (accesses.words[at] === modes.use) continue;
      if (place === places.global || (place === places.field && !made.has(accesses.words[at + 3]!))) found.add(node);
    }
  }
  const builtIns = new BuiltInsCalled(module);
  for (let i = 0; i < calls.count && calls.fn[i] === 0; i++) {
    const builtIn = builtIns.of(i);
    if (builtIn === null || !isQuiet(builtIn)) found.add(calls.node[i]!);
  }
  return [...found];
}

function isQuiet({ writes, calls, state }: BuiltIn): boolean {
  return writes === undefined && calls === undefined && state !== 'stop';
}
