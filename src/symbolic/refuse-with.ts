import type { FunctionIr, ModuleIr } from '#ir/cfg';
import type { Closure } from './closure';
import type { Machine } from './machine';

/** Inside of `with`, any name may mean a property of its object; graphs do not show that. */
export function refuseWith(machine: Machine, { module, fn }: Closure): void {
  if (module.unsupported.length > 0 && isUnderWith(module, fn)) machine.unsupported('names inside of a with statement');
}

function isUnderWith(module: ModuleIr, fn: FunctionIr): boolean {
  return module.unsupported.some((span) => {
    if (span.construct !== 'with-statement') return false;
    return contains(span, fn) || innermost(module, span) === fn;
  });
}

function innermost({ functions }: ModuleIr, span: Span): FunctionIr | undefined {
  const around = functions.filter((fn) => contains(fn, span));
  return around.toSorted((a, b) => a.end - a.start - (b.end - b.start))[0];
}

interface Span {
  readonly start: number;
  readonly end: number;
}

function contains(outer: Span, inner: Span): boolean {
  return outer.start <= inner.start && inner.end <= outer.end;
}
