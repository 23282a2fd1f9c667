import { sameObserved } from '../same-observed';
import type { CallLog } from './call-log';
import { Observer } from './observe';

/** A case of a table function: the arguments, and what the call gives or, with `throws`, what it throws. */
export type CallbackCase = readonly [args: readonly unknown[], result: unknown, how?: 'throws'];

/** Helpers that inputs find in scope. */
export interface InputHelpers {
  /** A function given by a table; arguments are compared as values are, and every call is logged under the name. */
  callback(name: string, cases: readonly CallbackCase[], otherwise?: unknown): (...args: unknown[]) => unknown;
  /** Written around every function of an input. */
  logged<F extends (...args: never[]) => unknown>(label: string, fn: F): F;
  /** Written around calls of what a function of an input was given: it sees what comes of them. */
  heard(label: string, call: () => unknown): unknown;
}

export function inputHelpers(log: CallLog): InputHelpers {
  return {
    callback:
      (name, cases, otherwise) =>
      (...args) => {
        log.addGiven(name, args);
        const found = cases.find((entry) => sameArguments(entry[0], args));
        if (found === undefined) return otherwise;
        if (found[2] === 'throws') throw found[1];
        return found[1];
      },
    logged: (label, fn) =>
      new Proxy(fn, {
        apply(target, self, args) {
          log.addGiven(label, args);
          return Reflect.apply(target, self, args);
        },
        construct(target, args, newTarget) {
          log.addGiven(`new ${label}`, args);
          return Reflect.construct(target, args, newTarget) as object;
        },
      }),
    heard(label, call) {
      let result: unknown;
      try {
        result = call();
      } catch (error) {
        log.add(`${label} catches`, [error]);
        throw error;
      }
      log.add(`${label} gets`, [result]);
      return result;
    },
  };
}

function sameArguments(expected: readonly unknown[], actual: readonly unknown[]): boolean {
  const observer = new Observer();
  return (
    expected.length === actual.length &&
    expected.every((value, i) => sameObserved(observer.observe(value), observer.observe(actual[i])))
  );
}
