import { expect } from 'vitest';
import { loadProgram } from '#ir/load-program';
import { openTexts } from '#project/text-snapshot';
import { printObserved } from '#replay/print-observed';
import { Replayer } from '#replay/replay';
import { describePath, matches } from '#symbolic/describe-path';
import { followFunction } from '#symbolic/follow-function';
import type { Limits } from '#symbolic/limits';

export interface ReplayedPaths {
  /** What each path that ended gives, in the order of the search. */
  readonly outcomes: readonly string[];
  /** Why other paths were left. */
  readonly cuts: readonly string[];
}

/** Follows a function and runs an input of every path on the engine: all must do what their paths say. */
export class PathReplayer {
  readonly #replayer = new Replayer({ timeoutMs: 20_000, memoryMb: 128 });

  dispose(): Promise<void> {
    return this.#replayer.dispose();
  }

  async paths(
    sources: string | Readonly<Record<string, string>>,
    functionName = 'f',
    limits: Partial<Limits> = {},
  ): Promise<ReplayedPaths> {
    const texts = typeof sources === 'string' ? { 'a.ts': sources } : sources;
    const [path = 'a.ts'] = Object.keys(texts);
    const files = openTexts('/nowhere', texts, 'head');
    const loaded = loadProgram(files);
    const fn = loaded.module(path)?.functions.find(({ qualifiedName }) => qualifiedName === functionName);
    if (fn === undefined) throw new Error(`there is a function ${functionName}`);
    const { world, ends, complete, inputs } = await followFunction(loaded, path, fn.index, {
      limits,
      solver: 'none',
      store: null,
      expired: () => false,
      goesOn: async () => true,
    });
    expect(complete, 'all paths were explored').toBe(true);
    const described = ends.map((end) => describePath(world, end, { name: functionName, inputs }));
    const cuts = described.flatMap(({ outcome }) => (outcome.kind === 'cut' ? [reasonOf(outcome.reason)] : []));
    const ended = described.filter(({ predicted }) => predicted !== null);
    const given = ended.flatMap(({ input }) => (input === null ? [] : [input]));
    const seen = await this.#replayer.run({ files, path, functionName }, given);
    const outcomes = ended.map(({ predicted, call }, index) => {
      const outcome = seen[index];
      if (predicted === null || outcome === undefined) throw new Error('every path that ended was run');
      const { kind, value } = predicted.completion;
      const says = `${kind} ${printObserved(value)}`;
      if (!matches(predicted, outcome)) {
        expect.fail(
          `${call}: predicted ${says} after ${JSON.stringify(predicted.calls)}, did ${JSON.stringify(outcome, null, 1)}`,
        );
      }
      return says;
    });
    return { outcomes, cuts };
  }
}

function reasonOf(reason: { readonly kind: string; readonly what?: string }): string {
  return reason.what ?? reason.kind;
}
