import { boolean, type RealCode } from './smt-lib-code';
import { after, before } from './interval';
import { isInfinite, limitText, real, sameReal, together } from './smt-lib-real';
import type { Script } from './smt-lib-script';
import { all, any, equal, no, not, yes } from './smt-lib-text';
import type { Translate } from './theory';

/** Comparisons of doubles: NaN is on neither side of anything. */
export const realCompare = {
  'num.lt': comparison((a, b, script) => not(atMost(b, a, script))),
  'num.le': comparison(atMost),
  'num.eq': comparison((a, b) => {
    const [left, right] = together(a, b);
    return equal(left, right);
  }),
  'num.same': ([a, b]) => boolean(sameReal(real(a), real(b))),
  'num.isNaN': ([a]) => boolean(real(a).nan),
  'num.isInteger': ([first]) => {
    const a = real(first);
    const whole = a.integer ? 'true' : `(is_int ${a.value})`;
    return boolean(all(not(a.nan), not(any(isInfinite(a, 1), isInfinite(a, -1))), whole));
  },
} satisfies Record<string, Translate>;

/** There is no double between a constant and its neighbours, which reals have to be told. */
function atMost(a: RealCode, b: RealCode, script: Script): string {
  const [left, right] = together(a, b);
  const order = `(<= ${left} ${right})`;
  if (!a.integer && b.constant !== null && Number.isFinite(b.constant)) {
    script.assert(any(a.nan, order, `(>= ${left} ${limitText(false, after(b.constant))})`));
  }
  if (!b.integer && a.constant !== null && Number.isFinite(a.constant)) {
    script.assert(any(b.nan, order, `(<= ${right} ${limitText(false, before(a.constant))})`));
  }
  return order;
}

function comparison(compare: (a: RealCode, b: RealCode, script: Script) => string): Translate {
  return ([first, second], { script }) => {
    const a = real(first);
    const b = real(second);
    if (a.nan === yes || b.nan === yes) return boolean(no);
    return boolean(all(not(a.nan), not(b.nan), compare(a, b, script)));
  };
}

export function atMostReal(a: RealCode, b: RealCode): string {
  const [left, right] = together(a, b);
  return all(not(a.nan), not(b.nan), `(<= ${left} ${right})`);
}
