import type { Expr } from './expression';
import { modes, places, wellKnown } from './facts';

/** What is needed of the walk through expressions. */
interface Walker {
  readonly strings: { intern(text: string): number };
  fresh(): number;
  access(mode: number, place: number, a: number, b?: number): void;
}

/** `key in object`: whether a property is there depends on who puts it there. The variable is negative where nothing holds the object. */
export function presenceFacts(w: Walker, object: number, key: Expr): void {
  const isNamed = key.kind === 'const' && typeof key.value === 'string';
  const property = isNamed ? w.strings.intern(String(key.value)) : wellKnown.computed;
  w.access(modes.use, places.field, object < 0 ? w.fresh() : object, property);
}
