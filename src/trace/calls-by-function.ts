import type { FunctionCalls } from './recording';

/** Calls as they were seen one by one, put together; null stands for calls that are not known. */
export function byFunction(
  calls: readonly { readonly fn: number; readonly input: string | null }[],
): readonly FunctionCalls[] {
  const found = new Map<number, { readonly inputs: Set<string>; complete: boolean }>();
  for (const { fn, input } of calls) {
    const known = found.get(fn) ?? { inputs: new Set(), complete: true };
    found.set(fn, known);
    if (input === null) known.complete = false;
    else known.inputs.add(input);
  }
  return [...found]
    .toSorted(([a], [b]) => a - b)
    .map(([fn, { inputs, complete }]) => ({ fn, inputs: [...inputs], complete }));
}

/** What two runs of one test called functions with. */
export function bothCalls(a: readonly FunctionCalls[], b: readonly FunctionCalls[]): readonly FunctionCalls[] {
  return byFunction(
    [...a, ...b].flatMap(({ fn, inputs, complete }) =>
      [inputs, complete ? [] : [null]].flat().map((input) => ({ fn, input })),
    ),
  );
}
