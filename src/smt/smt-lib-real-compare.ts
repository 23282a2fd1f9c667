import { boolean, type RealCode } from './smt-lib-code';
import { after, before } from './interval';
import { isInfinite, limitText, real, sameReal, together } from './smt-lib-real';
import type { Script } from './smt-lib-script';
import { all, any, equal, no, not, yes } from './smt-lib-text';
import type { Translate } from './theory';

/** Comparisons of doubles: NaN is on neither side of anything. */
export const realCompare = {
  'num.lt': ([first, second], { script }) => {
    const a = real(first);
    const b = real(second);
    if (a.nan === yes || b.nan === yes) return boolean(no);
    return boolean(all(not(a.nan), not(b.nan), lessThan(a, b, script)));
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

/** Between a constant and the double before it there is none, which reals are told. */
function lessThan(a: RealCode, b: RealCode, script: Script): string {
  const [left, right] = together(a, b);
  if (!a.integer && b.constant !== null && Number.isFinite(b.constant)) {
    const largest = `(<= ${left} ${limitText(false, before(b.constant))})`;
    script.assert(any(a.nan, largest, `(>= ${left} ${right})`));
    return largest;
  }
  if (!b.integer && a.constant !== null && Number.isFinite(a.constant)) {
    const least = `(<= ${limitText(false, after(a.constant))} ${right})`;
    script.assert(any(b.nan, least, `(<= ${right} ${left})`));
    return least;
  }
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
