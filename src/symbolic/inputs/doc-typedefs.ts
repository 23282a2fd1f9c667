import { allDocComments, splitType, type DocComment } from './doc-comment';
import { docParams, objectText, templateText, toDocType } from './doc-types';

/** A type that a doc comment declares, as a declaration of TypeScript. */
export interface DocTypedef {
  readonly name: string;
  readonly declaration: string;
  readonly start: number;
  readonly end: number;
}

/** The `@typedef` and `@callback` of a JavaScript file. */
export function docTypedefsOf(text: string): ReadonlyMap<string, DocTypedef> {
  const typedefs = new Map<string, DocTypedef>();
  if (!/@(?:typedef|callback)\b/.test(text)) return typedefs;
  for (const comment of allDocComments(text)) {
    for (const typedef of typedefsIn(comment)) typedefs.set(typedef.name, typedef);
  }
  return typedefs;
}

function typedefsIn(comment: DocComment): readonly DocTypedef[] {
  const { tags, start, end } = comment;
  const template = templateText(tags);
  return tags.flatMap((tag, at) => {
    if (tag.name !== 'typedef' && tag.name !== 'callback') return [];
    const next = tags.findIndex((other, i) => i > at && (other.name === 'typedef' || other.name === 'callback'));
    const own = tags.slice(at + 1, next < 0 ? tags.length : next);
    const split = splitType(tag.text);
    const name = /^[\w$]+/.exec(split?.rest ?? tag.text.trim())?.[0];
    if (name === undefined) return [];
    const declaration = (type: string): string => `type ${name}${template} = ${type}`;
    if (tag.name === 'callback') return [{ name, declaration: declaration(callbackText(own)), start, end }];
    const properties = docParams(own, ['property', 'prop']);
    const type = split === null ? '' : toDocType(split.type).text;
    const text = properties.length > 0 ? listOf(type, objectText(properties)) : type || 'any';
    return [{ name, declaration: declaration(text), start, end }];
  });
}

function listOf(type: string, element: string): string {
  return type.endsWith('[]') ? `${element}[]` : element;
}

function callbackText(tags: DocComment['tags']): string {
  const params = docParams(tags, ['param', 'arg', 'argument']).map(
    ({ name, text, optional, rest }) => `${rest ? '...' : ''}${name}${optional ? '?' : ''}: ${text || 'any'}`,
  );
  const result = tags.find((tag) => tag.name === 'returns' || tag.name === 'return');
  const split = result === undefined ? null : splitType(result.text);
  return `(${params.join(', ')}) => ${split === null ? 'any' : toDocType(split.type).text}`;
}
