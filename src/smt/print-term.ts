import { inPostOrder } from './post-order';
import { levels, object, part, type Printed } from './printed';
import { printOperation } from './print-operations';
import { Ranges } from './ranges';
import type { Scalar } from './sorts';
import { partsOf, type Term } from './term';

/** Longer texts of parts are cut: shared parts may be many times in a term, and nobody reads so far. */
const longestPart = 20_000;

/**
 * A term as JavaScript source, for people: `name.length > 3 && name.startsWith('x')`. It has the value of the term
 * where symbols are variables of their names, unless it was cut, or the language throws where operations are total.
 */
export function printTerm(term: Term): string {
  const printed = new Map<Term, Printed>();
  const ranges = new Ranges();
  const rangeOf = (each: Term) => ranges.of(each);
  inPostOrder(
    term,
    (each) => printed.has(each),
    (each) => {
      const made = print(each, partsOf(each).map(textOf));
      printed.set(each, made.text.length > longestPart ? { text: '…', level: levels.primary } : made);
    },
  );
  return textOf(term).text;

  function textOf(each: Term): Printed {
    return printed.get(each) ?? { text: '…', level: levels.primary };
  }

  function print(each: Term, parts: readonly Printed[]): Printed {
    switch (each.kind) {
      case 'constant':
        return printConstant(each.value);
      case 'symbol':
        return { text: each.name, level: levels.primary };
      case 'application':
        return { text: `${each.name}(${parts.map(({ text }) => text).join(', ')})`, level: levels.primary };
      case 'choice':
        return printChoice(parts);
      case 'operation':
        return printOperation({ term: each, parts, rangeOf, textOf });
    }
  }
}

function printChoice([condition, yes, no]: readonly Printed[]): Printed {
  if (condition === undefined || yes === undefined || no === undefined) return object('…');
  const text = `${part(condition, levels.or)} ? ${part(yes, levels.conditional)} : ${part(no, levels.conditional)}`;
  return { text, level: levels.conditional };
}

function printConstant(value: Scalar): Printed {
  switch (typeof value) {
    case 'boolean':
      return { text: String(value), level: levels.primary };
    case 'string':
      return { text: quoted(value), level: levels.primary };
    case 'bigint':
      return { text: `${value}n`, level: value < 0n ? levels.unary : levels.number };
    case 'number':
      if (Object.is(value, -0)) return { text: '-0', level: levels.unary };
      if (value < 0) return { text: String(value), level: levels.unary };
      return { text: String(value), level: levels.number };
  }
}

/** In single quotes; what does not show, and halves of pairs, as escapes. */
function quoted(text: string): string {
  const escaped = JSON.stringify(text)
    .slice(1, -1)
    .replaceAll(String.raw`\"`, '"')
    .replaceAll("'", String.raw`\'`)
    .replaceAll('\u2028', String.raw`\u2028`)
    .replaceAll('\u2029', String.raw`\u2029`);
  return `'${escaped}'`;
}
