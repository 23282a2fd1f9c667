import type { Program } from 'oxc-parser';

type Statement = Program['body'][number];

/** Imports and exports make a module of a file: it is strict, and what it declares is its own. */
export function hasModuleSyntax({ body }: Program): boolean {
  return body.some((node) => isModuleDeclaration(node) || requiredBy(node) !== null);
}

/** `export =` says what `require` gives: only CommonJS modules have it. */
export function hasExportAssignment({ body }: Program): boolean {
  return body.some(({ type }) => type === 'TSExportAssignment');
}

function isModuleDeclaration({ type }: Statement): boolean {
  return /^(?:Import|Export[A-Z]\w*)Declaration$|^TSExportAssignment$/.test(type);
}

/** The specifiers of `import x = require('y')`; other names by `import x = a.b` are no imports. */
export function requiredByImports({ body }: Program): readonly string[] {
  return body.map(requiredBy).filter((specifier) => specifier !== null);
}

function requiredBy(statement: Statement): string | null {
  const node = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
  if (node?.type !== 'TSImportEqualsDeclaration' || node.importKind === 'type') return null;
  const { moduleReference: from } = node;
  return from.type === 'TSExternalModuleReference' ? from.expression.value : null;
}
