import type { Class, Function, MethodDefinition, Node, ObjectExpression, ObjectProperty, Program } from 'oxc-parser';
import type { FunctionIr } from '#ir/cfg';
import { childNodes } from './child-nodes';
import { handle, type MemberKind, type TargetPlace } from './protocol';

/** Where text goes into the source so that the child sees the function when the module makes it. */
export type Probe =
  | { readonly kind: 'placed'; readonly place: TargetPlace; readonly insertions: readonly Insertion[] }
  | { readonly kind: 'impossible'; readonly reason: string };

export interface Insertion {
  readonly at: number;
  readonly text: string;
}

/**
 * The function is found by its position, not by its name: it need not be exported, nor be bound to a name at all, and
 * a private method is called from inside its class. The probes change nothing that the program can see of itself.
 */
export function placeProbe(root: Program, fn: FunctionIr): Probe {
  switch (fn.kind) {
    case 'module':
      return { kind: 'placed', place: { kind: 'module' }, insertions: [] };
    case 'fields':
    case 'static':
      return { kind: 'impossible', reason: `${fn.qualifiedName} runs with its class and cannot be called by itself` };
    case 'namespace':
      return {
        kind: 'impossible',
        reason: `${fn.qualifiedName} is the body of a namespace, which runs with its module`,
      };
    default: {
      const path = pathTo(root, fn.origin);
      if (path === null) return { kind: 'impossible', reason: `${fn.qualifiedName} has no code of its own` };
      return probeAt(path, fn);
    }
  }
}

function probeAt(path: readonly Node[], fn: FunctionIr): Probe {
  const node = path.at(-1);
  const parent = path.at(-2);
  if (node === undefined || parent === undefined) return { kind: 'impossible', reason: 'it is the whole module' };
  if (isClass(node)) return owner(node, { kind: 'constructor' });
  if (parent.type === 'MethodDefinition') {
    const holder = path.at(-4);
    if (holder === undefined || !isClass(holder)) return { kind: 'impossible', reason: 'its class was not found' };
    if (parent.kind === 'constructor') return owner(holder, { kind: 'constructor' });
    return classMember(holder, parent);
  }
  if (parent.type === 'Property' && (parent.method || parent.kind !== 'init')) {
    const object = path.at(-3);
    if (object?.type !== 'ObjectExpression') return { kind: 'impossible', reason: 'its object was not found' };
    return objectMember(object, parent);
  }
  if (node.type === 'FunctionDeclaration') return declaration(path, node);
  return functionExpression(path, node, fn);
}

function isClass(node: Node): node is Class {
  return node.type === 'ClassDeclaration' || node.type === 'ClassExpression';
}

/** The class shows itself from a static block of its own. */
function owner(node: Class, place: TargetPlace, more: readonly Insertion[] = []): Probe {
  const block = { at: node.body.end - 1, text: `;static { ${handle}.show(this); }` };
  return { kind: 'placed', place, insertions: [block, ...more] };
}

function classMember(node: Class, method: MethodDefinition): Probe {
  const member: MemberKind = method.kind === 'get' || method.kind === 'set' ? method.kind : 'method';
  if (method.key.type === 'PrivateIdentifier') {
    const access = `${method.static ? '(self ?? this)' : 'self'}.#${method.key.name}`;
    const use = { get: access, set: `${access} = args[0]`, method: `${access}(...args)` }[member];
    const block = `;static { ${handle}.show((self, args) => ${use}); }`;
    return {
      kind: 'placed',
      place: { kind: 'private' },
      insertions: [{ at: node.body.end - 1, text: block }],
    };
  }
  const key = keyOf(method);
  const place: TargetPlace = { kind: 'member', key, member, isStatic: method.static };
  return owner(node, place, key === null ? around(method.key, `${handle}.key(`, ')') : []);
}

function objectMember(object: ObjectExpression, property: ObjectProperty): Probe {
  const member: MemberKind = property.kind === 'init' ? 'method' : property.kind;
  const key = keyOf(property);
  return {
    kind: 'placed',
    place: { kind: 'member', key, member, isStatic: true },
    insertions: [
      ...around(object, `${handle}.show(`, ')'),
      ...(key === null ? around(property.key, `${handle}.key(`, ')') : []),
    ],
  };
}

/** Null where the key is computed while the program runs. */
function keyOf({ key, computed }: MethodDefinition | ObjectProperty): string | null {
  if (key.type === 'Literal') return String(key.value);
  return !computed && key.type === 'Identifier' ? key.name : null;
}

/** Declarations are hoisted: they are there from the first statement of their block on. */
function declaration(path: readonly Node[], node: Function): Probe {
  if (node.id === null) return { kind: 'placed', place: { kind: 'default-export' }, insertions: [] };
  const block = path.findLast((n, i) => i < path.length - 1 && 'body' in n && Array.isArray(n.body)) ?? path[0];
  const body = block !== undefined && 'body' in block && Array.isArray(block.body) ? block.body : [];
  const first = body.find((statement) => !('directive' in statement && statement.directive !== null)) ?? node;
  const inCase = path.findLast((n) => n.type === 'SwitchCase');
  const at = inCase !== undefined && inCase.start > (block?.start ?? 0) ? node.start : first.start;
  return {
    kind: 'placed',
    place: { kind: 'function', each: false },
    insertions: [{ at, text: `${handle}.show(${node.id.name});` }],
  };
}

/** Wrapped where it stands; a function without a name keeps the one that its place gives it. */
function functionExpression(path: readonly Node[], node: Node, fn: FunctionIr): Probe {
  const named = 'id' in node && node.id !== null;
  const name = named ? null : nameFromPlace(path);
  const text = name === null ? ['', ''] : [`({[${JSON.stringify(name)}]: `, `})[${JSON.stringify(name)}]`];
  const inField = path.findLast((n, i) => i < path.length - 1 && ('params' in n || n.type === 'PropertyDefinition'));
  const each = inField?.type === 'PropertyDefinition' && !inField.static && fn.parent !== null;
  return {
    kind: 'placed',
    place: { kind: 'function', each },
    insertions: around(node, `${handle}.show(${text[0]}`, `${text[1]})`),
  };
}

const transparent = new Set(['TSAsExpression', 'TSSatisfiesExpression', 'TSNonNullExpression', 'TSTypeAssertion']);

function nameFromPlace(path: readonly Node[]): string | null {
  const parent = path.findLast((n, i) => i < path.length - 1 && !transparent.has(n.type));
  switch (parent?.type) {
    case 'VariableDeclarator':
      return parent.id.type === 'Identifier' ? parent.id.name : null;
    case 'AssignmentExpression':
    case 'AssignmentPattern':
      return parent.left.type === 'Identifier' ? parent.left.name : null;
    case 'Property':
    case 'PropertyDefinition':
      if (parent.key.type === 'Literal') return String(parent.key.value);
      if (parent.key.type === 'PrivateIdentifier') return `#${parent.key.name}`;
      return !parent.computed && parent.key.type === 'Identifier' ? parent.key.name : null;
    case 'ExportDefaultDeclaration':
      return 'default';
    default:
      return null;
  }
}

function around(node: Node, before: string, after: string): Insertion[] {
  return [
    { at: node.start, text: before },
    { at: node.end, text: after },
  ];
}

/** From the root to the node itself. */
function pathTo(root: Node, wanted: Node): Node[] | null {
  if (root === wanted) return [root];
  for (const child of childNodes(root)) {
    if (child.start > wanted.start || child.end < wanted.end) continue;
    const rest = pathTo(child, wanted);
    if (rest !== null) return [root, ...rest];
  }
  return null;
}
