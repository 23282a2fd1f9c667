import { boolean, formed } from './smt-lib-code';
import { booleanTranslation } from './smt-lib-boolean';
import { asFloat, binary, binaryConstant, binaryUnknown, chosenBinary, readBinary, sameBinary } from './smt-lib-float';
import { floatArithmetic } from './smt-lib-float-arithmetic';
import { floatBits } from './smt-lib-float-bits';
import { agrees, ite } from './smt-lib-text';
import type { Theory } from './theory';

/** Doubles bit by bit: exact where reals are not, and slow. It knows nothing of strings and bigints. */
export const binaryTheory: Theory = {
  name: 'floating point',
  constant(value) {
    if (typeof value === 'boolean') return boolean(String(value));
    return typeof value === 'number' ? binaryConstant(value) : null;
  },
  unknown(sort, range, script) {
    if (sort === 'bool') return boolean(script.declare('Bool'));
    return sort === 'num' ? binaryUnknown(range, script) : null;
  },
  plain: () => null,
  operations: { ...booleanTranslation, ...floatArithmetic, ...floatBits },
  choice(condition, yes, no, script, range) {
    if (yes.form === 'bool') return boolean(script.define('Bool', ite(condition, yes.text, formed('bool', no).text)));
    return chosenBinary(condition, binary(yes), binary(no), script, range);
  },
  same(left, right) {
    if (left.form === 'bool') return agrees(left.text, formed('bool', right).text);
    return sameBinary(binary(left), binary(right));
  },
  atMost: (left, right) => `(fp.leq ${asFloat(binary(left))} ${asFloat(binary(right))})`,
  parts: (code) => (code.form === 'real' ? [] : [code.text]),
  read(code, [printed]) {
    if (printed === undefined) return null;
    return code.form === 'bool' ? printed === 'true' : readBinary(binary(code), printed);
  },
};
