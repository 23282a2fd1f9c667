import { visitorKeys, type Class, type Node, type Program } from 'oxc-parser';
import { fieldsSite, isField, isRuntimeElement, isStaticPart } from './class-sites';
import type { RecordedFunction } from './recording';

/** A function-like of the source: what `ir` makes a `FunctionIr` of, found by the same start and kind. */
export interface FoundFunction extends RecordedFunction {
  readonly node: Node;
  /** Index of the function that it is written in; null for the module. */
  readonly parent: number | null;
  /** False for fields that no probe can be put into. */
  readonly seen: boolean;
  /** Offsets that a compiler's source map may keep: of the whole, of its name, of its body. */
  readonly anchors: readonly number[];
}

type Kind = RecordedFunction['kind'];

/**
 * All function-likes of a module in source order, its body first. Constructors that are not written are not listed:
 * they have no text to put a probe into, and run only what their class says otherwise.
 */
export function listFunctions(tree: Program): readonly FoundFunction[] {
  const found: FoundFunction[] = [];
  add(found, { node: tree, kind: 'module', parent: null, anchors: [0] });
  listChildren(found, tree, 0);
  return found;
}

function add(found: FoundFunction[], fn: Omit<FoundFunction, 'seen' | 'start'>, seen = true): number {
  return found.push({ ...fn, start: fn.node.start, seen }) - 1;
}

/** `around` are offsets of what the node is the value of. */
function list(found: FoundFunction[], node: Node, parent: number, around: readonly number[] = []): void {
  switch (node.type) {
    case 'FunctionDeclaration':
    case 'FunctionExpression':
      listFunction(found, node, 'function', parent, [node.start, ...around]);
      return;
    case 'ArrowFunctionExpression':
      // The parentheses around a single parameter may go.
      listFunction(found, node, 'arrow', parent, [
        node.start,
        ...around,
        ...node.params.map(({ start }) => start).slice(0, 1),
      ]);
      return;
    case 'ExportDefaultDeclaration':
    case 'ExportNamedDeclaration':
      for (const child of runtimeChildren(node)) list(found, child, parent, [node.start]);
      return;
    case 'Property':
      listProperty(found, node, parent);
      return;
    case 'ClassDeclaration':
    case 'ClassExpression':
      listClass(found, node, parent);
      return;
    case 'TSModuleDeclaration':
      if (node.body === null) return;
      listChildren(found, node.body, add(found, { node, kind: 'namespace', parent, anchors: [node.start] }));
      return;
    default:
      listChildren(found, node, parent);
  }
}

function listChildren(found: FoundFunction[], node: Node, parent: number): void {
  for (const child of runtimeChildren(node)) list(found, child, parent);
}

function listFunction(found: FoundFunction[], node: Node, kind: Kind, parent: number, anchors: number[]): void {
  if (!('body' in node) || node.body === null) return; // an overload
  const body = node.body as Node;
  const index = add(found, { node, kind, parent, anchors: [...anchors, body.start] });
  listChildren(found, node, index);
}

function listProperty(found: FoundFunction[], node: Extract<Node, { type: 'Property' }>, parent: number): void {
  if (node.computed) list(found, node.key, parent);
  if (node.kind === 'init' && !node.method) {
    list(found, node.value, parent, [node.start]);
    return;
  }
  const kind = node.kind === 'get' ? 'getter' : node.kind === 'set' ? 'setter' : 'method';
  listFunction(found, node.value, kind, parent, [node.start, node.key.start, node.value.start]);
}

const methodKinds = { constructor: 'constructor', get: 'getter', set: 'setter', method: 'method' } as const;

function listClass(found: FoundFunction[], node: Class, parent: number): void {
  for (const decorator of node.decorators) list(found, decorator, parent);
  if (node.superClass !== null) list(found, node.superClass, parent);
  const { body } = node;
  const elements = body.body.filter((element) => isRuntimeElement(element));
  const own = (kind: 'fields' | 'static'): number => {
    const keys = elements.flatMap((e) =>
      isField(e) && e.static === (kind === 'static') ? [e.start, e.key.start] : [],
    );
    const seen = kind === 'static' || fieldsSite(node) !== null;
    return add(found, { node: body, kind, parent, anchors: [body.start, ...keys] }, seen);
  };
  const fields = elements.some((e) => isField(e) && !e.static) ? own('fields') : parent;
  const statics = elements.some((e) => isStaticPart(e)) ? own('static') : parent;
  for (const element of elements) {
    if ('decorators' in element) for (const decorator of element.decorators) list(found, decorator, parent);
    if ('computed' in element && element.computed) list(found, element.key, parent);
    if (element.type === 'StaticBlock') listChildren(found, element, statics);
    else if (isField(element)) {
      if (element.value !== null) list(found, element.value, element.static ? statics : fields);
    } else if (element.type === 'MethodDefinition') {
      const starts = [element.start, element.key.start, element.value.start];
      listFunction(found, element.value, methodKinds[element.kind], parent, starts);
    }
  }
}

/** The parts of a node that are there at run time, in the order of the source. */
export function runtimeChildren(node: Node): Node[] {
  const children: Node[] = [];
  for (const key of visitorKeys[node.type] ?? []) {
    const value = (node as unknown as Readonly<Record<string, unknown>>)[key];
    if (Array.isArray(value)) {
      for (const item of value) if (isRuntimeNode(item)) children.push(item);
    } else if (isRuntimeNode(value)) children.push(value);
  }
  return children;
}

const runtimeTypes = new Set([
  'TSAsExpression',
  'TSEnumBody',
  'TSEnumDeclaration',
  'TSEnumMember',
  'TSExportAssignment',
  'TSInstantiationExpression',
  'TSModuleBlock',
  'TSModuleDeclaration',
  'TSNonNullExpression',
  'TSParameterProperty',
  'TSSatisfiesExpression',
  'TSTypeAssertion',
]);

/** Whether this is a node that is not erased with the types. */
export function isRuntimeNode(value: unknown): value is Node {
  if (typeof value !== 'object' || value === null || !('type' in value) || typeof value.type !== 'string') return false;
  if ('declare' in value && value.declare === true) return false;
  if (value.type === 'TSModuleDeclaration') return hasRuntimeBody(value as Node);
  return !value.type.startsWith('TS') || runtimeTypes.has(value.type);
}

function hasRuntimeBody(node: Node): boolean {
  if (node.type !== 'TSModuleDeclaration' || node.global || node.body === null || node.id.type === 'Literal')
    return false;
  return node.body.body.some((statement) => isRuntimeStatement(statement));
}

function isRuntimeStatement(statement: Node): boolean {
  if (statement.type === 'EmptyStatement' || statement.type === 'TSDeclareFunction') return false;
  if (statement.type === 'ExportNamedDeclaration') {
    if (statement.declaration === null) return statement.exportKind !== 'type';
    return isRuntimeStatement(statement.declaration);
  }
  if (statement.type === 'TSImportEqualsDeclaration') return true;
  return isRuntimeNode(statement);
}
