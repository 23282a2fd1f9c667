import { compileFunction } from 'node:vm';
import type { ModuleIr } from '#ir/cfg';
import { InterpreterFault } from '../interpreter/activation';
import { interpretModule } from '../interpreter/interpret';
import { describeValue } from './describe-value';

/** All that can be seen of a run from outside. */
export interface Observation {
  readonly log: readonly string[];
  readonly outcome: string;
}

export function observeSource(text: string): Promise<Observation> {
  return observe((host) => {
    const names = Object.keys(host);
    const program = compileFunction(text, names) as (...args: unknown[]) => unknown;
    return program(...Object.values(host));
  });
}

export function observeGraphs(module: ModuleIr): Promise<Observation> {
  return observe((host) => interpretModule(module, { ...builtins, ...host }));
}

const builtins = {
  Array, Error, Infinity, Math, NaN, Number, Object, Promise, RangeError, ReferenceError, String, Symbol, TypeError,
}; // prettier-ignore

type Host = Readonly<Record<string, (...args: never[]) => unknown>>;

async function observe(run: (host: Host) => unknown): Promise<Observation> {
  const log: string[] = [];
  const watched: unknown[] = [];
  let result: unknown;
  let calls = 0;
  const host: Host = {
    log(tag: unknown, ...values: unknown[]): unknown {
      log.push([String(tag), ...values.map((value) => describeValue(value))].join(' '));
      return values[0];
    },
    done(value: unknown): void {
      result = value;
    },
    tick(): void {
      if (++calls > 150) throw new Error('E:out of fuel');
    },
    nameOf(error: unknown): unknown {
      return error instanceof Error ? error.name : error;
    },
    tag(strings: TemplateStringsArray, ...values: unknown[]): unknown {
      log.push(`tag ${JSON.stringify(strings)} ${JSON.stringify(strings.raw)} ${values.length}`);
      return values[0];
    },
    /** A promise that the program does not wait for: its end is observed, too. */
    watch(promise: Promise<unknown>): unknown {
      const settled = Promise.resolve(promise).then(
        (value) => log.push(`settled ${describeValue(value)}`),
        (error: unknown) => log.push(`rejected ${describeError(error)}`),
      );
      watched.push(settled);
      return promise;
    },
  };
  const restore = hideFunctionText();
  let outcome: string;
  try {
    run(host);
    outcome = `returned ${describeValue(await result)}`;
  } catch (error) {
    outcome = `threw ${describeError(error)}`;
  }
  await Promise.all(watched);
  restore();
  return { log, outcome };
}

function describeError(error: unknown): string {
  if (error instanceof InterpreterFault) throw error;
  return describeValue(error);
}

/** The text of an interpreted function is the interpreter's, not the program's. */
function hideFunctionText(): () => void {
  const functions: object = Function.prototype;
  const original = Object.getOwnPropertyDescriptor(functions, 'toString');
  Object.defineProperty(functions, 'toString', { value: () => 'function', configurable: true, writable: true });
  return () => {
    if (original !== undefined) Object.defineProperty(functions, 'toString', original);
  };
}
