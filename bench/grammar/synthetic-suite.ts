import { EXIT, type ExecutionTrace, RETURN } from '#dynamic/events';

/** How large a made-up program and its suite are. */
export interface SuiteShape {
  readonly functions: number;
  readonly tests: number;
  /** Roughly; a test stops calling when it has reached this. */
  readonly eventsPerTest: number;
  /** Whether each test calls a function of its own, once, as unit tests do; otherwise the first, until the test is long enough. */
  readonly units: boolean;
  readonly seed: number;
}

type Statement =
  | { readonly kind: 'call'; readonly callee: number }
  /** Depends on a value that the test brings: which of two is called, or how often one is. */
  | { readonly kind: 'branch'; readonly input: number; readonly callees: readonly [number, number] }
  | { readonly kind: 'loop'; readonly input: number; readonly callee: number };

const INPUTS = 24;

/** Traces of a program with calls, branches and loops, where each test has inputs of its own. The same for the same shape. */
export function syntheticSuite({ functions, tests, eventsPerTest, units, seed }: SuiteShape): ExecutionTrace[] {
  const random = randomNumbers(seed);
  const program = Array.from({ length: functions }, (_, caller) => bodyOf(caller, functions, random));
  return Array.from({ length: tests }, (_, test) => {
    const inputs = Array.from({ length: INPUTS }, () => Math.floor(random() ** 2 * 6));
    const entry = units ? Math.floor(random() * functions) : 0;
    const events = run(program, { entry, inputs, limit: eventsPerTest, rounds: units ? 1 : Infinity });
    return { key: `test ${test}`, events };
  });
}

/** Functions call only later ones, so that every run ends. */
function bodyOf(caller: number, functions: number, random: () => number): Statement[] {
  const pick = (): number => Math.min(functions - 1, caller + 1 + Math.floor(random() ** 2 * functions * 0.4));
  if (caller === functions - 1) return [];
  const isLeaf = random() < caller / functions;
  return Array.from({ length: isLeaf ? 0 : 1 + Math.floor(random() * 5) }, () => {
    const kind = random();
    const input = Math.floor(random() * INPUTS);
    if (kind < 0.5) return { kind: 'call', callee: pick() };
    if (kind < 0.75) return { kind: 'branch', input, callees: [pick(), pick()] };
    return { kind: 'loop', input, callee: pick() };
  });
}

interface TestCase {
  readonly entry: number;
  readonly inputs: number[];
  readonly limit: number;
  readonly rounds: number;
}

/** The entry once more, with other inputs, until the test is as long as it should be. */
function run(program: readonly Statement[][], { entry, inputs, limit, rounds }: TestCase): Int32Array {
  const events: number[] = [];
  const call = (callee: number): void => {
    events.push(callee);
    if (events.length < limit) {
      for (const statement of program[callee] ?? []) {
        if (statement.kind === 'call') call(statement.callee);
        else if (statement.kind === 'branch') call(statement.callees[(inputs[statement.input] ?? 0) & 1 ? 1 : 0]);
        else for (let i = 0; i < (inputs[statement.input] ?? 0); i++) call(statement.callee);
      }
    }
    events.push(RETURN);
  };
  for (let round = 0; events.length < limit && round < rounds; round++) {
    call(entry);
    inputs[round % INPUTS] = ((inputs[round % INPUTS] ?? 0) * 5 + round + 1) % 4;
  }
  events.push(EXIT);
  return Int32Array.from(events);
}

/** Mulberry32: small, and the same everywhere. */
export function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
