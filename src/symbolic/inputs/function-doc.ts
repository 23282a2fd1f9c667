import type { Node } from 'oxc-parser';
import { isNumberRange } from './number-ranges';
import { docCommentBefore, splitType, type DocComment, type DocTag } from './doc-comment';
import { docTypeLazy } from './doc-fields';
import { docParams, templateText, toDocType } from './doc-types';
import type { DeclaredType } from './declared-type';
import type { Scope, TypeReader } from './reader';
import { pathTo } from './syntax-children';
import type { TypedModule } from './typed-module';

/** What the doc comments of a function say of its inputs. */
export interface FunctionDoc {
  /** From the root to the function. */
  readonly path: readonly Node[];
  readonly tags: readonly DocTag[];
  /** The type that a comment gives to a parameter; null where it says nothing that counts. */
  param(r: TypeReader, name: string, index: number, isNamed: boolean, scope: Scope): DocumentedParam | null;
  /** The type of a tag such as `@this {T}` or `@type {T}`. JavaScript only. */
  tagged(r: TypeReader, tag: string, scope: Scope): DeclaredType | null;
}

export interface DocumentedParam {
  readonly type: DeclaredType;
  readonly optional: boolean;
  readonly rest: boolean;
  /** Says more of a number whose type is declared. */
  readonly refines: boolean;
}

export function docOfFunction(module: TypedModule, origin: Node): FunctionDoc {
  const path = pathTo(module.tree, origin);
  const comments = commentsOf(module, path);
  const tags = comments.flatMap((comment) => comment.tags);
  const [comment] = comments;
  const params = docParams(tags, ['param', 'arg', 'argument']);
  const template = templateText(tags);
  const host = { module, start: comment?.start ?? origin.start, end: comment?.end ?? origin.end };
  return {
    path,
    tags,
    param(r, name, index, isNamed, scope) {
      const found = params.find((param) => param.name === name) ?? (isNamed ? undefined : params[index]);
      if (found === undefined || found.text === '') return null;
      const refines = isRange(found.text);
      if (!module.isJavaScript && !refines) return null;
      const type = docTypeLazy(r, found.text, template, host, { node: origin, scope })();
      return { type, optional: found.optional, rest: found.rest, refines };
    },
    tagged(r, name, scope) {
      const tag = module.isJavaScript ? tags.find((other) => other.name === name) : undefined;
      const split = tag === undefined ? null : splitType(tag.text);
      if (split === null) return null;
      return docTypeLazy(r, toDocType(split.type).text, template, host, { node: origin, scope })();
    },
  };
}

function isRange(text: string): boolean {
  return isNumberRange(/^\w+/.exec(text)?.[0] ?? '');
}

/** The nearest comment of what declares the function, then those of its overloads. */
function commentsOf(module: TypedModule, path: readonly Node[]): readonly DocComment[] {
  if (path.length < 2) return [];
  const comments: DocComment[] = [];
  for (let i = path.length - 1; i > 0; i--) {
    const node = path[i];
    if (node === undefined) break;
    const comment = docCommentBefore(module.text, node.start);
    if (comment !== null && comments.every(({ start }) => start !== comment.start)) comments.push(comment);
    const parent = path[i - 1];
    if (parent === undefined || isListOfStatements(parent)) {
      comments.push(...overloadComments(module, node, parent));
      break;
    }
    if (comments.length > 0 || !declares(parent, node)) break;
  }
  return comments;
}

function isListOfStatements(node: Node): boolean {
  return /^(?:Program|BlockStatement|ClassBody|TSModuleBlock|StaticBlock|SwitchCase)$/.test(node.type);
}

/** Whether a comment before the parent speaks of the child. */
function declares(parent: Node, child: Node): boolean {
  switch (parent.type) {
    case 'VariableDeclaration':
      return parent.declarations[0] === child;
    case 'VariableDeclarator':
      return parent.init === child;
    case 'AssignmentExpression':
      return parent.right === child;
    case 'Property':
    case 'PropertyDefinition':
    case 'MethodDefinition':
      return parent.value === child;
    case 'ExportNamedDeclaration':
    case 'ExportDefaultDeclaration':
    case 'ExpressionStatement':
    case 'TSAsExpression':
    case 'TSSatisfiesExpression':
    case 'TSExportAssignment':
      return true;
    default:
      return false;
  }
}

function overloadComments(module: TypedModule, node: Node, parent: Node | undefined): readonly DocComment[] {
  if (parent === undefined || !('body' in parent) || !Array.isArray(parent.body)) return [];
  const siblings = parent.body as readonly Node[];
  const name = nameOf(node);
  const comments: DocComment[] = [];
  if (name === null) return comments;
  for (let i = siblings.indexOf(node) - 1; i >= 0; i--) {
    const sibling = siblings[i];
    if (sibling === undefined || nameOf(sibling) !== name || !isOverload(sibling)) break;
    const comment = docCommentBefore(module.text, sibling.start);
    if (comment !== null) comments.unshift(comment);
  }
  return comments;
}

function isOverload(node: Node): boolean {
  const declaration = declarationOf(node);
  return (
    declaration.type === 'TSDeclareFunction' ||
    (declaration.type === 'MethodDefinition' && declaration.value.type === 'TSEmptyBodyFunctionExpression')
  );
}

function declarationOf(node: Node): Node {
  const isExport = node.type === 'ExportNamedDeclaration' || node.type === 'ExportDefaultDeclaration';
  return isExport && node.declaration !== null ? node.declaration : node;
}

function nameOf(node: Node): string | null {
  const declaration = declarationOf(node);
  if (declaration.type === 'FunctionDeclaration' || declaration.type === 'TSDeclareFunction')
    return declaration.id?.name ?? '';
  if (declaration.type === 'MethodDefinition' && declaration.key.type === 'Identifier') return declaration.key.name;
  return null;
}
