import type { Scalar } from '../../src/smt/sorts';
import { regExpData } from '../../src/smt/regexp-operations';
import type { OperationName } from '../../src/smt/operations';
import type { Rewritten } from '../../src/smt/rule';
import { symbols, type Recipe } from './arbitrary-term';

type Part = Recipe | Scalar;

/** The name of a symbol stands for it, any other scalar for itself. */
function recipe(part: Part): Recipe {
  if (typeof part === 'object') return part;
  const symbol = typeof part === 'string' ? symbols.find(({ name }) => name === part) : undefined;
  return symbol === undefined
    ? { kind: 'constant', value: part }
    : { kind: 'symbol', name: symbol.name, sort: symbol.sort };
}

function text(value: string): Recipe {
  return { kind: 'constant', value };
}

function op(operation: OperationName, ...args: Part[]): Recipe {
  return { kind: 'operation', operation, args: args.map(recipe), data: '' };
}

function search(source: string, flags: string, subject: Part, from: Part): Recipe {
  const data = regExpData({ source, flags, group: 0 });
  return { kind: 'operation', operation: 'regexp.test', args: [recipe(subject), recipe(from)], data };
}

function choice(condition: Part, yes: Part, no: Part): Recipe {
  return { kind: 'choice', args: [condition, yes, no].map(recipe) };
}

/** Rules that arbitrary terms hardly meet. */
export const ruleExamples: Partial<Record<Rewritten, readonly Recipe[]>> = {
  choice: [
    choice(op('num.lt', 'i', 'j'), 'i', 'j'),
    choice(op('num.le', 'i', 'j'), 'j', 'i'),
    choice(op('num.lt', 'i', 'j'), 'j', 'i'),
    choice(op('num.lt', 'x', 'y'), 'x', 'y'),
    choice(op('num.eq', 'x', 0), 0, 'x'),
    choice(op('num.eq', 'x', 3), 3, 'x'),
  ],
  'num.add': [
    op('num.add', op('num.add', 'size', op('num.min', 'safe', 0)), 'i'),
    op('num.add', op('num.add', 'i', 'j'), op('num.sub', 'k', 'i')),
  ],
  'num.pow': [op('num.pow', 'x', 2), op('num.pow', 'i', 2), op('num.pow', 'x', 0), op('num.pow', 'x', -0)],
  'num.abs': [op('num.abs', op('num.sub', 'y', 'x')), op('num.abs', op('num.sub', 'x', 'y'))],
  'num.floor': [op('num.floor', op('num.div', 0.5, 'k'))],
  'num.ceil': [op('num.ceil', op('num.div', 1, 'k'))],
  'num.round': [op('num.round', op('num.div', 0.1, 'k'))],
  'num.trunc': [op('num.trunc', op('num.div', 0.5, 'k'))],
  'num.shl': [op('num.shl', op('num.shl', 'x', 3), 5), op('num.shl', op('num.shl', 'x', 30), 5)],
  'num.shr': [op('num.shr', op('num.shr', 'x', 3), 5), op('num.shr', op('num.shr', 'x', 30), 5)],
  'num.ushr': [op('num.ushr', op('num.ushr', 'x', 3), 5), op('num.ushr', op('num.ushr', 'x', 30), 5)],
  'num.bitOr': [op('num.bitOr', op('num.bitOr', 'x', 4), 3), op('num.bitOr', op('num.bitOr', 'x', 'y'), 'y')],
  'num.bitXor': [op('num.bitXor', op('num.bitXor', 'x', 4), 3)],
  'num.bitAnd': [
    op('num.bitAnd', 'k', 7),
    op('num.bitAnd', op('num.bitAnd', 'x', 12), 10),
    op('num.bitAnd', op('num.bitOr', 'x', 4), 3),
    op('num.bitAnd', op('num.bitXor', 'x', 4), 3),
  ],
  'num.lt': [
    op('num.lt', -1, op('str.indexOf', 's', 't', 0)),
    op('num.lt', op('str.indexOf', 's', 't', 0), 0),
    op('num.lt', -1, op('str.lastIndexOf', 's', 't', Infinity)),
    op('num.lt', -1, op('str.indexOf', 's', 't', 2)),
    op('num.lt', op('str.length', 's'), 1),
    op('num.lt', 0, op('str.length', 's')),
    op('num.lt', op('num.add', 'i', op('num.mul', 'j', 2)), op('num.sub', op('num.mul', 'j', 4), 7)),
    op('num.lt', op('num.mul', 'i', 3), 10),
    op('num.lt', op('num.add', 'safe', 1), 10),
  ],
  'num.le': [op('num.le', op('num.mul', 'i', -3), 10), op('num.le', op('num.add', 'i', 'j'), op('num.add', 'k', 3))],
  'num.eq': [
    op('num.eq', op('str.indexOf', 's', 't', 0), -1),
    op('num.eq', op('str.indexOf', 's', 't', 0), 0),
    op('num.eq', op('str.indexOf', 's', 't', 1), 0),
    op('num.eq', op('str.length', 's'), 0),
    op('num.eq', op('num.add', 'x', 0), 'y'),
    op('num.eq', op('num.rem', 'x', 1), 0),
    op('num.eq', op('num.rem', 'x', -1), -0),
    op('num.eq', op('num.mul', 'i', 3), 10),
    op('num.eq', op('num.mul', 'i', 3), op('num.add', op('num.mul', 'j', 6), 9)),
  ],
  'str.length': [
    op('str.length', op('str.slice', op('str.concat', 'abc', 's'), 3, Infinity)),
    op('str.length', op('str.slice', op('str.padStart', 's', 10, text('x')), 4, Infinity)),
  ],
  'str.slice': [
    op('str.slice', 's', 0, Infinity),
    op('str.slice', 's', 0, op('str.length', 's')),
    op('str.slice', op('str.slice', 's', 1, 5), 1, 3),
    op('str.slice', op('str.slice', 's', 1, 3), 1, Infinity),
    op('str.slice', op('str.concat', 'abc', 's', 'ab'), 1, Infinity),
    op('str.slice', op('str.concat', 'abc', 's', 'ab'), 1, 5),
    op('str.slice', op('str.concat', 'abc', 's', 'ab'), 4, 5),
    op('str.slice', op('str.concat', 'abc', 's', 'ab'), 1, 2),
    op('str.slice', op('str.concat', 's', 't'), op('str.length', 's'), Infinity),
    op('str.slice', 's', op('num.max', 'x', 0), op('num.min', 'y', op('str.length', 's'))),
    op('str.slice', 's', op('num.min', 'x', op('str.length', 's')), op('num.max', 'i', op('str.length', 's'))),
    op('str.slice', 's', op('num.min', 'x', op('str.length', 's')), op('num.max', 'x', op('str.length', 's'))),
    op('str.slice', 's', op('num.max', 'x', 0), op('num.max', 'y', 0)),
    op('str.slice', op('str.concat', 's', 't'), 0, op('str.length', 's')),
  ],
  'str.codeAt': [
    op('str.codeAt', op('str.slice', 's', 1, 3), 0),
    op('str.codeAt', op('str.slice', 's', 1, 3), 2),
    op('str.codeAt', op('str.concat', 'ab', 's'), 3),
    op('str.codeAt', op('str.fromCode', 'x'), 0),
  ],
  'str.fromCode': [
    op('str.fromCode', op('str.codeAt', op('str.padEnd', 's', 10, text('x')), 'k')),
    op('str.fromCode', op('num.bitAnd', 'x', 65535)),
  ],
  'str.indexOf': [op('str.indexOf', op('str.concat', 'abc', 's'), text('b'), 0), op('str.indexOf', 's', 't', -3)],
  'str.eq': [
    op('str.eq', op('str.slice', 's', 0, 2), 'ab'),
    op('str.eq', op('str.slice', 's', op('num.add', op('str.length', 's'), -2), Infinity), text('ab')),
    op('str.eq', op('str.slice', 's', op('num.add', op('str.length', 's'), -3), Infinity), text('ab')),
    ...(['str.trim', 'str.trimStart', 'str.trimEnd'] as const).map((trim) => op('str.eq', op(trim, 's'), text(''))),
    op('str.eq', op('str.concat', 'a', 's', text('c')), 'abc'),
    op('str.eq', op('str.concat', 's', 't'), op('str.concat', 's', text('x'))),
    op('str.eq', op('str.concat', 's', 't'), 's'),
    op('str.eq', op('str.concat', 's', 't'), text('')),
    op('str.eq', op('str.fromCode', 'x'), text('a')),
    op('str.eq', op('str.toJson', 's'), op('str.toJson', 't')),
    op('str.eq', op('str.concat', op('str.toJson', 's'), 't'), op('str.concat', op('str.toJson', 't'), 's')),
    ...['"a\\n"', '"a"', 'a', '"\\u0061"', '1'].map((json) => op('str.eq', op('str.toJson', 's'), text(json))),
  ],
  'regexp.test': [
    ...['', 'i', 's', 'u', 'm'].map((flags) => search(String.raw`^\s*$`, flags, 's', 0)),
    search(String.raw`^\s*$`, '', 's', 1),
  ],
  'str.fromNum': [op('str.fromNum', op('num.add', 'x', 0))],
  'big.fromNum': [op('big.fromNum', op('num.fromBig', op('big.asIntN', 32, 'm')))],
  'big.asUintN': [op('big.asUintN', 0, 'm')],
  'str.repeat': [op('str.repeat', op('str.fromNum', 'x'), 1)],
};
