import type { Diagnostic } from './diagnostics';
import { displayCode, displayPath } from './display-path';

/** Remarks about calls and tests that are to be explained. */

export function notACall(text: string, reason: string): Diagnostic {
  return {
    code: 'not-a-call',
    severity: 'error',
    message: `${displayCode(text)} is no call that can be explained: ${reason}`,
    remedy: `Write file#call, e.g. "src/cart.ts#total([1, 2], 'x')" or "src/cart.ts#new Cart(1).add(2)", or name a test as file:line.`,
  };
}

export function noDifference(call: string, what: string, base: string): Diagnostic {
  return {
    code: 'no-difference',
    severity: 'error',
    message: `${displayCode(call)} does the same as in ${displayPath(base)}: it ${displayCode(what)}`,
    remedy: 'Name another base, or a call that behaves otherwise since then; "wingbeat" lists what behaves otherwise.',
  };
}

export function callNotRun(call: string, version: string, reason: string): Diagnostic {
  return {
    code: 'call-not-run',
    severity: 'error',
    message: `${displayCode(call)} could not be run in ${displayPath(version)}: ${displayCode(reason)}`,
    remedy: 'Its arguments may use what the module of the function has in scope, and nothing else.',
  };
}

export function inputDiffers(call: string, base: string): Diagnostic {
  return {
    code: 'input-differs',
    severity: 'error',
    message: `${displayCode(call)} is called with something else than in ${displayPath(base)}: what makes its arguments behaves otherwise`,
    remedy: 'Explain the call that makes them, such as that of the constructor.',
  };
}

export function notInBase(name: string, base: string): Diagnostic {
  return {
    code: 'not-in-base',
    severity: 'error',
    message: `${displayPath(base)} has no function that ${displayPath(name)} comes from: it is new`,
    remedy: 'Name a base that has it, or explain a call of something that calls it.',
  };
}

export function testNotFound(name: string, path: string, tests: readonly string[]): Diagnostic {
  return {
    code: 'test-not-found',
    severity: 'error',
    message: `no test ${displayPath(name)} in ${displayPath(path)}`,
    remedy:
      tests.length === 0
        ? 'Name a call instead: file#f(1, 2).'
        : `Name one by its line, as file:line, or by its title: ${tests.map(displayPath).join(', ')}.`,
  };
}

/** `isRecorded`: it is known what the test calls changed functions with. */
export function noCallInTest(test: string, reasons: readonly string[], isRecorded: boolean): Diagnostic {
  return {
    code: 'no-call-in-test',
    severity: 'error',
    message: `the test ${displayPath(test)} makes no call that can be explained${reasons.length === 0 ? '' : `: ${reasons.map(displayPath).join('; ')}`}`,
    remedy: isRecorded
      ? 'None of the recorded calls of changed functions behaves otherwise by itself. Give the call that goes wrong: wingbeat explain "file#f(1, 2)".'
      : 'Run it once with "wingbeat tests --run", or "wingbeat record --since <base>", which remember what changed functions are called with, and ask again; or give the call that goes wrong: wingbeat explain "file#f(1, 2)".',
  };
}
