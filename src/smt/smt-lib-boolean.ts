import { boolean, formed, type Code } from './smt-lib-code';
import { agrees, all, any, not } from './smt-lib-text';
import type { Translate } from './theory';

export const booleanTranslation = {
  not: ([a]) => boolean(not(text(a))),
  and: (parts, { script }) => boolean(script.define('Bool', all(...parts.map(text)))),
  or: (parts, { script }) => boolean(script.define('Bool', any(...parts.map(text)))),
  'bool.eq': ([a, b], { script }) => boolean(script.define('Bool', agrees(text(a), text(b)))),
} satisfies Record<string, Translate>;

function text(code: Code | undefined): string {
  return formed('bool', code).text;
}
