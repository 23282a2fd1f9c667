import { RegExpParser, type AST } from '@eslint-community/regexpp';
import { parseRegExpData } from './regexp-operations';

const parser = new RegExpParser({ ecmaVersion: 2025 });
const known = new Map<string, boolean>();

/** Whether the text of a group of a regular expression, where there is any, is of the digits 0 to 9 alone. */
export function capturesDigits(data: string): boolean {
  let answer = known.get(data);
  if (answer === undefined) known.set(data, (answer = isOfDigits(data)));
  return answer;
}

function isOfDigits(data: string): boolean {
  const { source, flags, group } = parseRegExpData(data);
  try {
    const pattern = parser.parsePattern(source, 0, source.length, {
      unicode: flags.includes('u'),
      unicodeSets: flags.includes('v'),
    });
    const found = group === 0 ? pattern : groupsOf(pattern)[group - 1];
    return found !== undefined && found.alternatives.every(areDigits);
  } catch {
    return false; // not an expression of this edition of the language
  }
}

/** Groups are numbered as they begin in the text. */
export function groupsOf(pattern: AST.Pattern): readonly AST.CapturingGroup[] {
  const groups: AST.CapturingGroup[] = [];
  const visit = (alternatives: readonly AST.Alternative[]): void => {
    for (const { elements } of alternatives) for (const element of elements) visitElement(element);
  };
  const visitElement = (element: AST.Element): void => {
    if (element.type === 'CapturingGroup') groups.push(element);
    if (element.type === 'Quantifier') visitElement(element.element);
    else if ('alternatives' in element) visit(element.alternatives);
  };
  visit(pattern.alternatives);
  return groups;
}

function areDigits({ elements }: AST.Alternative): boolean {
  return elements.every(isDigits);
}

function isDigits(element: AST.Element): boolean {
  switch (element.type) {
    case 'Character':
      return isDigit(element.value);
    case 'CharacterSet':
      return element.kind === 'digit' && !element.negate;
    case 'CharacterClass':
      return !element.negate && element.elements.every(isDigitOfClass);
    case 'Group':
    case 'CapturingGroup':
      return element.alternatives.every(areDigits);
    case 'Quantifier':
      return isDigits(element.element);
    case 'Assertion':
      return true;
    default:
      return false;
  }
}

function isDigitOfClass(element: AST.CharacterClass['elements'][number]): boolean {
  switch (element.type) {
    case 'Character':
      return isDigit(element.value);
    case 'CharacterClassRange':
      return isDigit(element.min.value) && isDigit(element.max.value);
    case 'CharacterSet':
      return element.kind === 'digit' && !element.negate;
    default:
      return false;
  }
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}
