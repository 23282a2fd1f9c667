import type { Diagnostic } from './diagnostics';
import { displayPath } from './display-path';

/** Remarks about the paths of a function. */

export function replayMismatch(path: number, call: string, how: string): Diagnostic {
  return {
    code: 'replay-mismatch',
    severity: 'warning',
    message: `path ${path} is wrong: ${call} ${how}`,
    remedy: 'Do not rely on this path. This is a bug in wingbeat; please report it with the code that shows it.',
  };
}

export function assumptionNotMet(path: number, call: string, how: string, assumption: string): Diagnostic {
  return {
    code: 'assumption-not-met',
    severity: 'info',
    message: `path ${path} ${assumption}, which was not so when it ran: ${call} ${how}`,
    remedy: 'The path is possible only where its assumption holds.',
  };
}

export function notAFunction(place: string, reason: string, functions: readonly string[]): Diagnostic {
  return {
    code: 'not-a-function',
    severity: 'error',
    message: `${displayPath(place)} has no paths of its own: ${reason}`,
    remedy:
      functions.length === 0
        ? 'Name a function: file#function or file#Class.method.'
        : `Name a function, e.g. ${functions.map(displayPath).join(', ')}.`,
  };
}

export function invalidConfiguration(path: string, message: string): Diagnostic {
  return {
    code: 'invalid-configuration',
    severity: 'error',
    message: `${displayPath(path)} cannot be used: ${message}`,
    remedy: 'Correct it, or take it away: everything in it is optional.',
  };
}

export function solverMissing(reason: string): Diagnostic {
  return {
    code: 'solver-missing',
    severity: 'warning',
    message: `what needs a solver is undecided: ${reason}`,
    remedy: 'Install it, or leave out --solver to use the one that comes with wingbeat.',
  };
}
