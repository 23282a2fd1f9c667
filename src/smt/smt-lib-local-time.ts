import { localTime } from '#core/local-time';
import type { RealCode } from './smt-lib-code';
import { asReal, real, realUnknown } from './smt-lib-real';
import { agrees, all, any } from './smt-lib-text';
import type { Target, Translate } from './theory';

/** Local clocks: less than a day away from UTC, and for a first try as far as the clocks of replays are in winter. */
export const localTimeTranslation = {
  'num.localTime': ([a], target) => shifted(real(a), winterOffset, target),
  'num.utcTime': ([a], target) => shifted(real(a), -winterOffset, target),
} satisfies Record<string, Translate>;

const winterOffset = localTime(0);

function shifted(a: RealCode, offset: number, target: Target): RealCode {
  const { script, range } = target;
  target.approximate('what clocks show elsewhere');
  const result = realUnknown(range, script);
  const distance = script.define('Real', `(- ${asReal(result)} ${asReal(a)})`);
  const isNear = all(`(< (- 86400000.0) ${distance})`, `(< ${distance} 86400000.0)`);
  script.assert(any(result.nan, isNear));
  if (range.nan && a.range.min > -Infinity && a.range.max < Infinity) script.assert(agrees(result.nan, a.nan));
  target.suppose(any(result.nan, `(= ${distance} ${offset < 0 ? `(- ${-offset}.0)` : `${offset}.0`})`));
  return result;
}
