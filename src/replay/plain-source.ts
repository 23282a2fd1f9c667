import { transformSync } from 'oxc-transform';

/** Source of an input without its types; what does not parse is left for the engine to judge. */
export function plainSource(text: string, what: 'expression' | 'statement'): string {
  const source = what === 'expression' ? `const value = (${text}\n);` : text;
  const { code, errors } = transformSync('input.ts', source, {
    lang: 'ts',
    sourceType: 'script',
    typescript: { onlyRemoveTypeImports: true },
  });
  if (errors.length > 0) return text;
  if (what === 'statement') return code.trimEnd();
  const value = /^const value =([^]*);\s*$/.exec(code)?.[1];
  return value === undefined ? text : value.trim();
}
