import { splitType, type DocTag } from './doc-comment';

/** A type of a doc comment as TypeScript writes it, and what its notation says of the parameter. */
export interface DocType {
  readonly text: string;
  readonly optional: boolean;
  readonly rest: boolean;
}

/** A `@param` or `@property`. */
export interface DocParam extends DocType {
  readonly name: string;
  readonly start: number;
}

export function toDocType(written: string): DocType {
  let text = written.trim();
  const rest = text.startsWith('...');
  if (rest) text = text.slice(3).trim();
  const optional = text.endsWith('=') && !text.endsWith('=>');
  if (optional) text = text.slice(0, -1).trim();
  const type = toTypeScript(text);
  return { text: rest ? `(${type})[]` : type, optional, rest };
}

/** Older notations: `*`, `?`, `Array.<T>`, `function(T): U`. `?T` and `!T` are the parser's. */
function toTypeScript(text: string): string {
  const plain = text
    .replaceAll('.<', '<')
    .replace(/(^|[(<,|:[]\s*)\*(?=\s*(?:$|[)>,|\]]))/g, '$1any')
    .replace(/(^|[<,(]\s*)\?(?=\s*(?:$|[>,)]))/g, '$1any');
  return withArrows(plain);
}

function withArrows(text: string): string {
  const match = /\bfunction\s*\(/.exec(text);
  if (match === null) return text;
  const open = match.index + match[0].length;
  const close = closingParenthesis(text, open);
  if (close < 0) return text;
  const params = splitTop(text.slice(open, close)).map((param, i) => {
    const { text: type, optional, rest } = toDocType(param);
    const named = /^(this|new)\s*:\s*(.*)$/.exec(param.trim());
    if (named !== null) return named[1] === 'this' ? `this: ${toTypeScript(named[2] ?? 'any')}` : '';
    return `${rest ? '...' : ''}a${i}${optional ? '?' : ''}: ${type}`;
  });
  const after = text.slice(close + 1);
  const result = /^\s*:\s*([^,)>|\]]+(?:<[^>]*>)?)/.exec(after);
  const tail = result === null ? after : after.slice(result[0].length);
  const arrow = `((${params.filter((p) => p !== '').join(', ')}) => ${toTypeScript(result?.[1]?.trim() ?? 'any')})`;
  return `${text.slice(0, match.index)}${arrow}${withArrows(tail)}`;
}

function closingParenthesis(text: string, from: number): number {
  let depth = 1;
  for (let i = from; i < text.length; i++) {
    if (text[i] === '(') depth++;
    else if (text[i] === ')' && --depth === 0) return i;
  }
  return -1;
}

/** Splits at commas outside of brackets. */
function splitTop(text: string): readonly string[] {
  const parts: string[] = [];
  let depth = 0;
  let from = 0;
  for (let i = 0; i < text.length; i++) {
    const c = text[i] ?? '';
    if ('([{<'.includes(c)) depth++;
    else if (')]}'.includes(c) || (c === '>' && text[i - 1] !== '=')) depth--;
    else if (c === ',' && depth === 0) {
      parts.push(text.slice(from, i));
      from = i + 1;
    }
  }
  const last = text.slice(from);
  return last.trim() === '' ? parts : [...parts, last];
}

/** Parameters in order; `@param {T} options.name` becomes a property of the type of `options`. */
export function docParams(tags: readonly DocTag[], tagNames: readonly string[]): readonly DocParam[] {
  const flat = tags.flatMap((tag): DocParam[] => {
    if (!tagNames.includes(tag.name)) return [];
    const split = splitType(tag.text);
    const named = /^(\[\s*)?([\w$#]+(?:\[\])?(?:\.[\w$]+(?:\[\])?)*)/.exec(split?.rest ?? tag.text.trim());
    if (named?.[2] === undefined) return [];
    const type = split === null ? { text: '', optional: false, rest: false } : toDocType(split.type);
    const optional = type.optional || named[1] !== undefined;
    return [{ ...type, optional, name: named[2], start: tag.start }];
  });
  return nest(flat);
}

function nest(params: readonly DocParam[]): readonly DocParam[] {
  return params.flatMap((param) => {
    if (/[.[]/.test(param.name)) return [];
    const prefix = new RegExp(`^${param.name.replaceAll('$', '\\$')}(\\[\\])?\\.`);
    const inner = params.flatMap((other) => {
      const match = prefix.exec(other.name);
      return match === null ? [] : [{ ...other, name: other.name.slice(match[0].length) }];
    });
    if (inner.length === 0) return [param];
    const isArray = /\[\]$|^Array</.test(param.text);
    const object = objectText(nest(inner));
    return [{ ...param, text: isArray ? `${object}[]` : object }];
  });
}

export function objectText(properties: readonly DocParam[]): string {
  const lines = properties.map(({ name, text, optional }) => `${name}${optional ? '?' : ''}: ${text || 'any'}`);
  return `{ ${lines.join('; ')} }`;
}

/** `@template {Constraint} A, B` as type parameters of a declaration: `<A extends Constraint, B>`. */
export function templateText(tags: readonly DocTag[]): string {
  const params = tags.flatMap((tag) => {
    if (tag.name !== 'template') return [];
    const split = splitType(tag.text);
    const names = (/^[\w$]+(?:\s*,\s*[\w$]+)*/.exec(split?.rest ?? tag.text.trim())?.[0] ?? '').split(',');
    return names.flatMap((name, i) => {
      if (name.trim() === '') return [];
      return i === 0 && split !== null ? [`${name.trim()} extends ${toDocType(split.type).text}`] : [name.trim()];
    });
  });
  return params.length === 0 ? '' : `<${params.join(', ')}>`;
}
