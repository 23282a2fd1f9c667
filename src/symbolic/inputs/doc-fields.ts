import type { Node, TSType } from 'oxc-parser';
import { anyType, once, type Lazy } from './declared-type';
import { docCommentBefore, splitType } from './doc-comment';
import { toDocType } from './doc-types';
import { scopeOf, type Scope, type TypeReader } from './reader';
import { docModule, type TypedModule } from './typed-module';

/** `@type` of the comment before a field, variable or property; null where there is none. JavaScript only. */
export function docFieldType(r: TypeReader, node: Node, scope: Scope): Lazy | null {
  const { module } = scope;
  if (!module.isJavaScript || module.host !== null) return null;
  const comment = docCommentBefore(module.text, node.start);
  const tag = comment?.tags.find(({ name }) => name === 'type');
  const split = tag === undefined ? null : splitType(tag.text);
  if (comment === null || split === null) return null;
  return docTypeLazy(
    r,
    toDocType(split.type).text,
    '',
    { module, start: comment.start, end: comment.end },
    { node, scope },
  );
}

/** A type written in a doc comment, with the type parameters that the comment declares. */
export function docTypeLazy(
  r: TypeReader,
  text: string,
  template: string,
  host: { readonly module: TypedModule; readonly start: number; readonly end: number },
  use: { readonly node: Node; readonly scope: Scope },
): Lazy {
  if (text === '') return () => anyType;
  return once(() => {
    const module = docModule(`type T${template} = ${text}`, host);
    const [alias] = module?.tree.body ?? [];
    if (module === null || alias?.type !== 'TSTypeAliasDeclaration') {
      return r.widen({ ...use, text }, 'not understood');
    }
    const type: TSType = alias.typeAnnotation;
    return r.read(type, { ...scopeOf(module), self: use.scope.self });
  });
}
