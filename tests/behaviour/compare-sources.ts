import { tmpdir } from 'node:os';
import { ChangeFacts } from '#behaviour/change-facts';
import { compareFunction } from '#behaviour/compare-function';
import type { ComparedFunction } from '#behaviour/compared-function';
import type { ComparisonOptions } from '#behaviour/compare-for-inputs';
import { compareModules } from '#change/compare-modules';
import type { ModuleIr } from '#ir/cfg';
import { loadProgram, type LoadedProgram } from '#ir/load-program';
import { openTexts } from '#project/text-snapshot';
import { Replayer } from '#replay/replay';

type Texts = string | Readonly<Record<string, string>>;

export interface CompareSourcesOptions extends Partial<
  Pick<ComparisonOptions, 'limits' | 'strict' | 'solver' | 'recorded'>
> {
  /** The file of the function; `a.ts` unless told. */
  readonly path?: string;
  /** Its name in the base, when it had another one. */
  readonly baseName?: string;
}

/** Compares one function of two versions that are given as texts. */
export async function compareSources(
  base: Texts,
  head: Texts,
  name: string,
  options: CompareSourcesOptions = {},
): Promise<ComparedFunction> {
  const { path = 'a.ts', baseName = name } = options;
  const versions = { base: load(base, path), head: load(head, path) };
  const changes = compareModules(modulesOf(versions.base), modulesOf(versions.head));
  const impacted = new Set(
    changes.functions.flatMap((change) =>
      change.status === 'unchanged' || change.head === null
        ? []
        : [`${change.head.module.path}#${change.head.fn.index}`],
    ),
  );
  // Whatever is in a file with a change may be impacted: the graph of calls is not asked here.
  const isImpacted = (): boolean => impacted.size > 0;
  const replayers = borrowReplayers();
  try {
    return await compareFunction(
      {
        base: { loaded: versions.base, path, index: indexOf(versions.base, path, baseName) },
        head: { loaded: versions.head, path, index: indexOf(versions.head, path, name) },
      },
      new ChangeFacts(changes, isImpacted),
      {
        limits: options.limits ?? {},
        preconditions: {},
        solver: options.solver ?? 'embedded',
        store: null,
        // The machine may be busy: what is known after some work must not depend on the clock.
        lastResortMs: 60_000,
        directed: null,
        ...(options.recorded === undefined ? {} : { recorded: options.recorded }),
        strict: options.strict ?? false,
        replayers,
        expired: () => false,
        isInterrupted: () => false,
      },
    );
  } finally {
    giveBack();
  }
}

const limits = { timeoutMs: 2_000, memoryMb: 256 };

/** To start two processes for each of a thousand comparisons took a fifth of their time: they are kept for the next one, which comes soon or not at all. */
let kept: { readonly replayers: Record<'base' | 'head', Replayer>; ending: NodeJS.Timeout | null } | null = null;

function borrowReplayers(): Record<'base' | 'head', Replayer> {
  kept ??= { replayers: { base: new Replayer(limits), head: new Replayer(limits) }, ending: null };
  if (kept.ending !== null) clearTimeout(kept.ending);
  return kept.replayers;
}

function giveBack(): void {
  if (kept === null) return;
  const { replayers } = kept;
  kept.ending = setTimeout(() => {
    kept = null;
    void replayers.base.dispose();
    void replayers.head.dispose();
  }, 500);
}

function load(texts: Texts, path: string): LoadedProgram {
  return loadProgram(openTexts(tmpdir(), typeof texts === 'string' ? { [path]: texts } : texts));
}

function modulesOf(loaded: LoadedProgram): ModuleIr[] {
  return loaded.snapshot.paths.flatMap((path) => loaded.module(path) ?? []);
}

function indexOf(loaded: LoadedProgram, path: string, name: string): number {
  const index = loaded.module(path)?.functions.findIndex((fn) => fn.qualifiedName === name) ?? -1;
  if (index < 0) throw new Error(`no function ${name} in ${path}`);
  return index;
}
