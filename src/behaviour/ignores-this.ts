import type { HeapObject } from '#symbolic/heap-object';

/** Called as `exports.name()`, a function is given the object as `this`. */
export function ignoresThis(object: HeapObject | undefined): boolean {
  switch (object?.internal.kind) {
    case 'closure': {
      const { construction, fn, module } = object.internal.closure;
      return (
        construction !== null || fn.kind === 'arrow' || !/\b(?:this|super)\b/.test(module.text.slice(fn.start, fn.end))
      );
    }
    case 'plain':
    case 'array':
    case 'regexp':
      return true;
    default:
      return false;
  }
}
