import { boolean, type RealCode } from './smt-lib-code';
import { after, before } from './interval';
import { isInfinite, limitText, real, sameReal, together } from './smt-lib-real';
import { all, any, equal, no, not, yes } from './smt-lib-text';
import type { Translate } from './theory';

/** Comparisons of doubles: NaN is on neither side of anything. */
export const realCompare = {
  'num.lt': ([first, second]) => {
    const a = real(first);
    const b = real(second);
    if (a.nan === yes || b.nan === yes) return boolean(no);
    return boolean(all(not(a.nan), not(b.nan), lessThan(a, b)));
  },
  'num.le': comparison((a, b) => `(<= ${a} ${b})`),
  'num.eq': comparison(equal),
  'num.same': ([a, b]) => boolean(sameReal(real(a), real(b))),
  'num.isNaN': ([a]) => boolean(real(a).nan),
  'num.isInteger': ([first]) => {
    const a = real(first);
    const whole = a.integer ? 'true' : `(is_int ${a.value})`;
    return boolean(all(not(a.nan), not(any(isInfinite(a, 1), isInfinite(a, -1))), whole));
  },
} satisfies Record<string, Translate>;

/** Among doubles, to be less than a constant is to be at most the one before it, which reals do not know. */
function lessThan(a: RealCode, b: RealCode): string {
  if (!a.integer && b.constant !== null && b.constant !== -Infinity) {
    return `(<= ${a.value} ${limitText(false, before(b.constant))})`;
  }
  if (!b.integer && a.constant !== null && a.constant !== Infinity) {
    return `(<= ${limitText(false, after(a.constant))} ${b.value})`;
  }
  const [left, right] = together(a, b);
  return `(< ${left} ${right})`;
}

function comparison(compare: (a: string, b: string) => string): Translate {
  return ([first, second]) => {
    const a = real(first);
    const b = real(second);
    if (a.nan === yes || b.nan === yes) return boolean(no);
    const [left, right] = together(a, b);
    return boolean(all(not(a.nan), not(b.nan), compare(left, right)));
  };
}

export function atMostReal(a: RealCode, b: RealCode): string {
  const [left, right] = together(a, b);
  return all(not(a.nan), not(b.nan), `(<= ${left} ${right})`);
}
