import { anyNumber, hasNumbers, int32, integers, pointOf, uint32, type Range, type Transfer } from './range';

/** Operations on 32-bit integers; their operands are converted first. */
export const forwardBits = {
  'num.toInt32': ([a = anyNumber]: readonly Range[]) => toInt32(a),
  'num.toUint32': ([a = anyNumber]: readonly Range[]) => toUint32(a),
  'num.bitAnd': signed((a, b) => {
    if (a.min >= 0 && b.min >= 0) return integers(0, Math.min(a.max, b.max));
    if (a.min >= 0) return integers(0, a.max);
    if (b.min >= 0) return integers(0, b.max);
    return integers(-powerAbove(Math.max(-a.min, -b.min) - 1), Math.max(a.max, b.max));
  }),
  'num.bitOr': signed((a, b) => {
    const min = a.min >= 0 && b.min >= 0 ? Math.max(a.min, b.min) : Math.min(a.min, b.min);
    return integers(min, a.max < 0 || b.max < 0 ? -1 : powerAbove(Math.max(a.max, b.max)) - 1);
  }),
  'num.bitXor': signed((a, b) => {
    const most = powerAbove(Math.max(a.max, b.max, -a.min - 1, -b.min - 1));
    return integers(a.min >= 0 && b.min >= 0 ? 0 : -most, most - 1);
  }),
  'num.bitNot': ([a = anyNumber]: readonly Range[]) => {
    const { min, max } = toInt32(a);
    return integers(-max - 1, -min - 1);
  },
  'num.shl': signed((a, b) => {
    const count = shiftOf(b);
    return count === null ? int32 : within(int32, a.min * 2 ** count, a.max * 2 ** count);
  }),
  'num.shr': signed((a, b) => {
    const count = shiftOf(b);
    if (count !== null) return integers(a.min >> count, a.max >> count);
    return integers(Math.min(a.min, 0), Math.max(a.max, -1));
  }),
  'num.ushr': ([a = anyNumber, b = anyNumber]: readonly Range[]) => {
    const { min, max } = toUint32(a);
    const count = shiftOf(toInt32(b));
    return count === null ? integers(0, max) : integers(min >>> count, max >>> count);
  },
  'num.imul': signed((a, b) => {
    const products = [a.min * b.min, a.min * b.max, a.max * b.min, a.max * b.max];
    return within(int32, Math.min(...products), Math.max(...products));
  }),
  'num.clz32': ([a = anyNumber]: readonly Range[]) => {
    const { min, max } = toUint32(a);
    return integers(Math.clz32(max), Math.clz32(min));
  },
} satisfies Record<string, Transfer>;

function signed(transfer: (a: Range, b: Range) => Range): Transfer {
  return ([a = anyNumber, b = anyNumber]) => transfer(toInt32(a), toInt32(b));
}

function toInt32(a: Range): Range {
  return converted(a, int32);
}

function toUint32(a: Range): Range {
  return converted(a, uint32);
}

/** What fits is truncated; NaN becomes 0. */
function converted(a: Range, type: Range): Range {
  if (!hasNumbers(a)) return integers(0, 0);
  const [min, max] = [Math.trunc(a.min), Math.trunc(a.max)];
  if (min < type.min || max > type.max) return type;
  return a.nan ? integers(Math.min(min, 0), Math.max(max, 0)) : integers(min, max);
}

function within(type: Range, min: number, max: number): Range {
  return min < type.min || max > type.max ? type : integers(min, max);
}

function shiftOf(count: Range): number | null {
  const point = pointOf(count);
  return point === null ? null : point & 31;
}

/** The least power of two above a whole number that is not negative. */
function powerAbove(value: number): number {
  return 2 ** (32 - Math.clz32(value));
}
