import { parseModule } from '#syntax/parse';
import { isOnlyName, isTarget, nameOfKey, placed, type Placed } from './placed-nodes';

/** A key that is written out, or read from a variable of the module. */
type ReadKey = { readonly kind: 'text'; readonly text: string } | { readonly kind: 'read'; readonly read: Read };

/** `table`, `table.name`, `table[keys.NAME].part`: what a variable leads to by keys that are constants. */
export interface Read {
  readonly name: string;
  readonly keys: readonly ReadKey[];
}

/** One place where a variable is mentioned, with what is read of it there. */
export interface Mention {
  readonly start: number;
  /** By the number of keys: one read, or several where a condition says by which key (`table[isLoose ? keys.A : keys.B]`). */
  readonly reads: readonly (readonly Read[])[];
  /** By the number of keys: what is read so far is neither written to nor deleted. */
  readonly isRead: readonly boolean[];
  /** What is read so far is called, and gets what it was read from as `this`. */
  readonly isCalled: readonly boolean[];
  /** Keys that are taken out of it all: `const { a, b } = table`. */
  readonly taken: readonly string[];
  /** It is itself a key by which something is read of another variable. */
  readonly keyOf: KeyPlace | null;
}

/** The key of a number, in what is read of a variable that is mentioned at a place. */
interface KeyPlace {
  readonly name: string;
  readonly start: number;
  readonly number: number;
}

/** Mentions of names in one module, whatever they stand for there. */
export class ConstantReads {
  readonly #mentions = new Map<string, Mention[]>();

  constructor(path: string, text: string) {
    const { tree } = parseModule(path, text);
    for (const at of tree === null ? [] : placed(tree)) {
      const { node } = at;
      if (node.type === 'ThisExpression') this.#add(at, 'this');
      // `<table.Part>` is taken for what gets all of the table.
      if ((node.type !== 'Identifier' && node.type !== 'JSXIdentifier') || isOnlyName(at)) continue;
      this.#add(at, node.name);
    }
  }

  #add(at: Placed, name: string): void {
    const known = this.#mentions.get(name) ?? [];
    known.push(mentionAt(at, name));
    this.#mentions.set(name, known);
  }

  /** In a part of the module. */
  of(name: string, { start, end }: { readonly start: number; readonly end: number }): readonly Mention[] {
    return (this.#mentions.get(name) ?? []).filter((each) => each.start >= start && each.start < end);
  }
}

function mentionAt(at: Placed, name: string): Mention {
  let reads: readonly Read[] = [{ name, keys: [] }];
  const all = [reads];
  const [isRead, isCalled] = [[isReadAt(at)], [isCalledAt(at)]];
  let inner = at;
  for (;;) {
    const outer = past(inner).around;
    const keys = outer === null ? [] : keysIn(outer, past(inner));
    if (outer === null || keys.length === 0) break;
    reads = reads.flatMap((read) => keys.map((key) => ({ name, keys: [...read.keys, key] })));
    all.push(reads);
    isRead.push(isReadAt(outer));
    isCalled.push(isCalledAt(outer));
    inner = outer;
  }
  const [taken, keyOf] = [takenOut(past(inner)), keyPlace(inner)];
  return { start: at.node.start, reads: all, isRead, isCalled, taken, keyOf };
}

function keyPlace(at: Placed): KeyPlace | null {
  const outer = at.around?.node;
  if (outer?.type === 'ConditionalExpression' && outer.test !== at.node && at.around !== null)
    return keyPlace(at.around);
  if (outer?.type !== 'MemberExpression' || !outer.computed || outer.property !== at.node) return null;
  let number = 0;
  let object: Placed['node'] = outer.object;
  for (;;) {
    if (object.type === 'Identifier') return { name: object.name, start: object.start, number };
    const inner: Placed['node'] | null = object.type === 'MemberExpression' ? object.object : unwrapped(object);
    if (inner === null) return null;
    if (object.type === 'MemberExpression') number++;
    object = inner;
  }
}

function unwrapped(node: Placed['node']): Placed['node'] | null {
  switch (node.type) {
    case 'ParenthesizedExpression':
    case 'ChainExpression':
    case 'TSNonNullExpression':
    case 'TSAsExpression':
    case 'TSSatisfiesExpression':
    case 'TSTypeAssertion':
    case 'TSInstantiationExpression':
      return node.expression;
    default:
      return null;
  }
}

/** The key by which a member is read of an object, or those of which it is one; none where it may be any. */
function keysIn({ node }: Placed, object: Placed): readonly ReadKey[] {
  if (node.type !== 'MemberExpression' || node.object !== object.node) return [];
  const { property } = node;
  if (node.computed) return keysOf(property);
  return property.type === 'Identifier' ? [{ kind: 'text', text: property.name }] : [];
}

function keysOf(node: Placed['node']): readonly ReadKey[] {
  if (node.type === 'ConditionalExpression') {
    const [yes, no] = [keysOf(node.consequent), keysOf(node.alternate)];
    return yes.length === 0 || no.length === 0 ? [] : [...yes, ...no];
  }
  if (node.type === 'Literal') {
    const { value } = node;
    return typeof value === 'string' || typeof value === 'number' ? [{ kind: 'text', text: String(value) }] : [];
  }
  const read = readOf(node);
  return read === null ? [] : [{ kind: 'read', read }];
}

/** An expression that only reads, by names. */
function readOf(node: Placed['node']): Read | null {
  if (node.type === 'Identifier') return { name: node.name, keys: [] };
  if (node.type !== 'MemberExpression' || node.computed || node.property.type !== 'Identifier') return null;
  const object = readOf(node.object);
  return object === null
    ? null
    : { name: object.name, keys: [...object.keys, { kind: 'text', text: node.property.name }] };
}

/** What is written around an expression and gives what it gives. */
function past(at: Placed): Placed {
  let outer = at;
  while (outer.around !== null && unwrapped(outer.around.node) !== null) outer = outer.around;
  return outer;
}

function isReadAt(at: Placed): boolean {
  return !isTarget(past(at));
}

function isCalledAt(at: Placed): boolean {
  const callee = past(at);
  const call = callee.around?.node;
  if (call?.type === 'CallExpression') return call.callee === callee.node;
  return call?.type === 'TaggedTemplateExpression' && call.tag === callee.node;
}

/** `const { a, b: c = 1 } = …` */
function takenOut({ node, around }: Placed): readonly string[] {
  const declarator = around?.node;
  if (declarator?.type !== 'VariableDeclarator' || declarator.init !== node || declarator.id.type !== 'ObjectPattern')
    return [];
  const names = declarator.id.properties.map((property) =>
    property.type === 'Property' && !property.computed ? nameOfKey(property.key) : null,
  );
  return names.every((name) => name !== null) ? names : [];
}
