import type { BugFound } from '#result/bug-found';
import type { EntryPointResult, Result } from '#result/result';
import type { Behaviour, Outcome, SameVerdict, UnknownVerdict, Witness } from '#result/verdict';
import { changed, shop, span } from './sample-results';

export function returns(value: string, ...effects: string[]): Outcome {
  return { kind: 'returns', value, ...(effects.length === 0 ? {} : { effects }) };
}

export function throws(error: string, ...effects: string[]): Outcome {
  return { kind: 'throws', error, ...(effects.length === 0 ? {} : { effects }) };
}

export function witness(call: string, base: Outcome, head: Outcome): Witness {
  return { call, base, head, replayed: true };
}

export function behaviour(parts: Partial<Behaviour> = {}): Behaviour {
  return {
    when: 'quantity < 0',
    before: 'returns quantity * price',
    now: "throws new RangeError('quantity')",
    witness: witness('total(-1, 2)', returns('-2'), throws('new RangeError("quantity")')),
    locations: [span('src/cart.ts', 14, 14)],
    ...parts,
  };
}

export const sameForAll: SameVerdict = { kind: 'same', bound: null };
export const sameUpTo: SameVerdict = { kind: 'same', bound: { loops: 4, depth: 256 } };

export function unknown(reason: string): UnknownVerdict {
  return { kind: 'unknown', reason };
}

export function differs(...behaviours: readonly [Behaviour, ...Behaviour[]]) {
  return { verdict: { kind: 'differs', witness: behaviours[0].witness } as const, behaviours };
}

export function entryPoint(id: string, parts: Partial<EntryPointResult> = {}): EntryPointResult {
  return { id, reaches: [], verdict: sameForAll, behaviours: [], masked: false, ...parts };
}

const logged = behaviour({
  when: 'quantity >= 0 && price > 100',
  before: "returns quantity * price; calls console.log('large')",
  now: 'returns quantity * price',
  witness: witness('total(0, 101)', returns('0', 'console.log("large")'), returns('0')),
  locations: [span('src/cart.ts', 16, 16), span('src/cart.ts', 14, 14), span('src/log.ts', 3, 3)],
  count: 4,
  inputs: ['total(1, 101)', 'total(2, 101)'],
});

/** One of everything that can be said about behaviour. */
export const verdicts: Result = {
  ...shop,
  functions: [
    changed('src/cart.ts#total', span('src/cart.ts', 12, 20), {
      behaviours: [logged, behaviour()],
      verdict: {
        kind: 'differs',
        witness: behaviour().witness,
        tried: 24,
        assumptions: ['`format` does the same in both versions'],
        elsewhere: { kind: 'same', bound: { loops: 4, depth: 256 } },
      },
    }),
    changed('src/cart.ts#flag', span('src/cart.ts', 30, 31), {
      ...differs(
        behaviour({
          when: 'true',
          before: 'returns true',
          now: 'returns false',
          witness: witness('flag()', returns('true'), returns('false')),
          locations: [],
        }),
      ),
    }),
    changed('src/sort.ts#sort', span('src/sort.ts', 1, 9), { verdict: { ...sameUpTo, tried: 62 } }),
    changed('src/name.ts#name', span('src/name.ts', 1, 3), { verdict: sameForAll }),
    changed('src/name.ts#dead', span('src/name.ts', 5, 8), { verdict: { ...sameForAll, unaffected: true } }),
    changed('src/parse.ts#parse', span('src/parse.ts', 7, 40), {
      verdict: { kind: 'unknown', reason: 'eval cannot be followed', place: span('src/run.ts', 3, 3), tried: 5 },
    }),
    { ...changed('src/cart.ts#limit', span('src/cart.ts', 33, 34)), status: 'added', verdict: unknown('it is new') },
  ],
  entryPoints: [
    entryPoint('src/cart.ts#total', {
      ...differs(behaviour()),
      reaches: ['src/cart.ts#total'],
    }),
    entryPoint('src/api.ts#checkout', {
      ...differs(
        behaviour({
          when: 'order.quantity < 0 && order.customer !== null',
          before: 'returns order.quantity * 2',
          witness: witness(
            'checkout({ quantity: -1, customer: { name: "" } })',
            returns('-2'),
            throws('new RangeError("quantity")'),
          ),
        }),
      ),
      reaches: ['src/cart.ts#total'],
      span: span('src/api.ts', 5, 12),
    }),
    entryPoint('src/api.ts#preview', {
      verdict: sameUpTo,
      masked: true,
      reaches: ['src/cart.ts#total', 'src/name.ts#name'],
      span: span('src/api.ts', 20, 25),
    }),
    entryPoint('src/api.ts#load', { verdict: unknown('eval cannot be followed'), reaches: ['src/parse.ts#parse'] }),
    entryPoint('src/cart.ts#limit', { verdict: unknown('it is new'), reaches: ['src/cart.ts#limit'] }),
  ],
  diagnostics: [],
};

export const bugs: readonly BugFound[] = [
  {
    function: 'src/api.ts#checkout',
    kind: 'console.assert',
    text: 'console.assert(sum >= 0)',
    span: span('src/api.ts', 9, 9),
    call: 'checkout({ quantity: -1, customer: null })',
    replayed: true,
    isNew: false,
  },
  {
    function: 'src/cart.ts#total',
    kind: 'assert',
    text: 'assert.ok(price > 0)',
    span: span('src/cart.ts', 18, 18),
    call: 'total(1, 0)',
    replayed: false,
    isNew: true,
  },
];
