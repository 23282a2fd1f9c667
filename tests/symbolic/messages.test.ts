import { describe, expect, it } from 'vitest';
import { Observer } from '#replay/child/observe';
import type { Observed } from '#replay/observed';
import { printObserved } from '#replay/print-observed';
import { sameObserved } from '#replay/same-observed';
import type { ReplayInput } from '#replay/write-input';
import { describePath } from '#symbolic/describe-path';
import { exploreSource } from './explore-source';
import { bindingsAndProperties } from './throwing/bindings-and-properties';
import { membersOfNothing } from './throwing/members-of-nothing';
import { notCallable } from './throwing/not-callable';
import { notConstructible } from './throwing/not-constructible';
import { notIterable } from './throwing/not-iterable';
import { values } from './throwing/values';

const inputTypes: Readonly<Record<string, string>> = {
  any: 'number | string | boolean | bigint | null | undefined | { a: number } | number[]',
  big: 'bigint',
  flag: 'boolean',
  fun: '(a: number) => number',
  list: 'number[]',
  nil: 'null | undefined',
  num: 'number',
  obj: '{ a: number; b?: { c: string } }',
  str: 'string',
};

const throwing = {
  ...membersOfNothing,
  ...notIterable,
  ...notCallable,
  ...notConstructible,
  ...bindingsAndProperties,
  ...values,
};

interface Run {
  readonly kind: 'returns' | 'throws';
  readonly value: Observed;
}

function observe(value: unknown): Observed {
  return new Observer().observe(value);
}

async function runReal(script: string, { setup, args }: Pick<ReplayInput, 'setup' | 'args'>): Promise<Run> {
  const globals = new Set(Object.getOwnPropertyNames(globalThis));
  try {
    for (const text of setup.filter(isAboutGlobals)) new Function(text)();
    const f = new Function(script)() as (...given: readonly unknown[]) => unknown;
    const given = args.map((text) => new Function(`return ${text};`)() as unknown);
    return { kind: 'returns', value: observe(await f(...given)) };
  } catch (error) {
    return { kind: 'throws', value: observe(error) };
  } finally {
    for (const name of Object.getOwnPropertyNames(globalThis))
      if (!globals.has(name)) Reflect.deleteProperty(globalThis, name);
  }
}

function isAboutGlobals(text: string): boolean {
  return /^(?:delete )?globalThis\./.test(text);
}

function shown(run: Run): string {
  return `${run.kind} ${printObserved(run.value)}`;
}

/** What was predicted for each path, and what the engine did where that is something else. */
async function predictions(body: string): Promise<{ readonly thrown: number; readonly wrong: readonly string[] }> {
  const params = Object.keys(inputTypes).filter((name) => new RegExp(`\\b${name}\\b`).test(body));
  const asynchronous = /\bawait\b/.test(body) ? 'async ' : '';
  const declared = params.map((name) => `${name}: ${inputTypes[name]}`).join(', ');
  const source = `export ${asynchronous}function f(${declared}) { ${body} }`;
  const script = `'use strict'; return ${asynchronous}function f(${params.join(', ')}) { ${body} };`;
  const limits = { paths: 40 };
  const explored = exploreSource(source, 'f', { limits, solver: { core: 'none' } });
  const wrong: string[] = [];
  let thrown = 0;
  for (const state of explored.ends) {
    const path = describePath(explored.world, state, { name: 'f', inputs: explored.inputs });
    if (path.input === null || path.predicted === null) continue;
    const real = await runReal(script, path.input);
    const { completion } = path.predicted;
    if (real.kind === 'throws') thrown++;
    if (real.kind === completion.kind && sameObserved(real.value, completion.value)) continue;
    wrong.push(`${path.call}: predicted ${shown(completion)}, did ${shown(real)}`);
  }
  return { thrown, wrong };
}

describe.each(Object.entries(throwing))('messages of %s', (_, bodies) => {
  it.each(bodies)('%s', async (body) => {
    const { thrown, wrong } = await predictions(body);
    expect(wrong.length, wrong.join('\n')).toBe(0);
    expect(thrown).toBeGreaterThan(0);
  });
});
