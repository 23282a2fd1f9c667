import { parseSync, type Node, type OxcError, type ParserOptions, type Program } from 'oxc-parser';
import { syntaxError, type Diagnostic } from '#core/diagnostics';
import { hasExportAssignment } from './module-syntax';

/** Text → tree. Never throws on bad source: a file that does not parse has a problem and no tree. */
export interface ParsedModule {
  readonly path: string;
  readonly text: string;
  readonly tree: Program | null;
  /** `commonjs`: what it exports is what it leaves in `module.exports`, whatever it imports. */
  readonly format: 'esm' | 'commonjs';
  readonly problems: readonly Diagnostic[];
}

type Language = NonNullable<ParserOptions['lang']>;
type SourceType = NonNullable<ParserOptions['sourceType']>;

export function parseModule(path: string, text: string): ParsedModule {
  let first: readonly OxcError[] = [];
  for (const [lang, sourceType] of attempts(path)) {
    const result = parseSync(path, text, {
      lang,
      sourceType,
      astType: 'ts',
      range: true,
      preserveParens: false,
    });
    const errors = result.errors.filter((error) => error.severity === 'Error');
    if (errors.length === 0) {
      const tree = result.program;
      const isEsm = tree.sourceType === 'module' && !hasExportAssignment(tree);
      return { path, text, tree, format: isEsm ? 'esm' : 'commonjs', problems: [] };
    }
    if (first.length === 0) first = errors;
  }
  return { path, text, tree: null, format: 'esm', problems: first.slice(0, 1).map((e) => problem(path, text, e)) };
}

/** Ways to read a file, likeliest first: JavaScript files may hold JSX or types, be modules or scripts. */
function attempts(path: string): readonly (readonly [Language, SourceType])[] {
  const extension = /\.[cm]?[jt]sx?$/.exec(path)?.[0] ?? '.js';
  const typed = extension.includes('t');
  const lang: Language = typed ? (extension === '.tsx' ? 'tsx' : 'ts') : 'jsx';
  if (extension[1] === 'm') return [[lang, 'module']];
  const types: SourceType[] = extension === '.cjs' ? ['commonjs', 'module'] : ['unambiguous', 'commonjs', 'script'];
  const tries: (readonly [Language, SourceType])[] = types.map((type) => [lang, type] as const);
  if (!typed) tries.push(['js', 'unambiguous'], ['tsx', 'unambiguous']);
  return tries;
}

function problem(path: string, text: string, error: OxcError): Diagnostic {
  const { start = 0, end = 0 } = error.labels[0] ?? {};
  const before = text.slice(0, start).split('\n');
  const position = { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
  return syntaxError(path, error.message, { file: path, start, end }, position);
}

export type SyntaxNode = Node;
