import type { Callee, CfgNode, FunctionIr, ModuleIr } from '#ir/cfg';
import type { Expr } from '#ir/expression';

/** A call by which a test file tells its runner of a test, a group of tests, or code to run around them. */
export interface Registration {
  readonly role: 'test' | 'suite' | 'hook';
  /** Null where it is computed, or where one call stands for several tests. */
  readonly title: string | null;
  /** Leaves out all others of the file. */
  readonly isOnly: boolean;
  /** By which words the runner is told, and with which settings, as far as these are written out. */
  readonly how: string;
  /** Is told of, and does not run. */
  readonly isOff: boolean;
  /** A hook that runs around each test. */
  readonly isEach: boolean;
  /** The function of the module that is handed over. */
  readonly fn: number | null;
}

export function registrationAt(module: ModuleIr, fn: FunctionIr, node: CfgNode): Registration | null {
  const call = node.op.kind === 'call-return' ? fn.nodes[node.op.callNode] : node;
  if (call?.op.kind !== 'call') return null;
  const { callee, args } = call.op;
  const words = calleeWords(module, fn, calleeExpr(callee));
  const [root = ''] = words;
  const handed = args.find(({ value }) => value.kind === 'closure')?.value;
  const role = roles.get(root) ?? (handed === undefined ? undefined : roleInTap(module, words));
  if (role === undefined || words.slice(1).some((word) => makers.has(word) && !words.includes('()'))) {
    // `test.each(rows)` makes a function and registers nothing yet.
    return null;
  }
  const given = args[0]?.value;
  const isMany = words.some((word) => makers.has(word));
  return {
    role,
    title: !isMany && given?.kind === 'const' && typeof given.value === 'string' ? given.value : null,
    isOnly: words.includes('only') || root.startsWith('f'),
    how: [words.join('.'), ...args.slice(1).flatMap(({ value }) => settingsIn(value))].join(' '),
    isOff: words.includes('skip') || words.includes('todo') || root.startsWith('x'),
    isEach: eachHooks.test(words.at(-1) ?? ''),
    fn: handed?.kind === 'closure' ? handed.fn : null,
  };
}

const roles = new Map<string, Registration['role']>([
  ...['test', 'it', 'specify', 'fit', 'xit', 'xtest', 'bench'].map((word) => [word, 'test'] as const),
  ...['describe', 'suite', 'context', 'fdescribe', 'xdescribe'].map((word) => [word, 'suite'] as const),
  ...['before', 'after', 'beforeEach', 'afterEach', 'beforeAll', 'afterAll', 'setup', 'teardown'].map(
    (word) => [word, 'hook'] as const,
  ),
]);

function settingsIn(value: Expr): string[] {
  if (value.kind !== 'const' && value.kind !== 'object') return [];
  const text = JSON.stringify(value);
  // Variables are known by numbers that mean nothing in another version.
  return /"(?:binding|temp|fn)":/.test(text) ? [] : [text];
}

const eachHooks = /Each$|^(?:setup|teardown)$/;

/** Tests of tap are methods of what it exports, and of what it hands to tests. */
function roleInTap(module: ModuleIr, words: readonly string[]): Registration['role'] | undefined {
  return words.length > 1 && isOfTap(module) ? rolesInTap.get(words.at(-1) ?? '') : undefined;
}

function isOfTap({ specifiers }: ModuleIr): boolean {
  return specifiers.some((source) => source === 'tap' || source === 'libtap' || source === '@tapjs/core');
}

const rolesInTap = new Map<string, Registration['role']>([
  ...['test', 'skip', 'todo', 'only'].map((word) => [word, 'test'] as const),
  ...['before', 'after', 'beforeEach', 'afterEach', 'teardown'].map((word) => [word, 'hook'] as const),
]);

/** Methods that return a function which registers. */
const makers = new Set(['each', 'for', 'skipIf', 'runIf', 'extend', 'failing']);

function calleeExpr(callee: Callee): Expr | null {
  if (callee.kind === 'value') return callee.value;
  return callee.kind === 'method' ? { kind: 'member', object: callee.object, key: callee.key } : null;
}

/** `test.skip` → test, skip; `it.each(rows)` as a callee → it, each, (). */
function calleeWords(module: ModuleIr, fn: FunctionIr, expr: Expr | null): string[] {
  if (expr === null) return [];
  switch (expr.kind) {
    case 'global':
      return [expr.name];
    case 'var':
      return [importedName(module, expr.binding)];
    case 'member': {
      // A method of a value, such as `/x/.test(text)`, is none of the runner's.
      const owner = calleeWords(module, fn, expr.object);
      return expr.key.kind === 'name' && owner.length > 0 ? [...owner, expr.key.name] : [];
    }
    case 'temp': {
      const made = fn.nodes.find(
        ({ op }) => op.kind === 'call-return' && op.target?.kind === 'temp' && op.target.temp === expr.temp,
      );
      const call = made?.op.kind === 'call-return' ? fn.nodes[made.op.callNode] : undefined;
      if (call?.op.kind === 'call') {
        const { callee } = call.op;
        const words = calleeWords(module, fn, calleeExpr(callee));
        return words.length === 0 ? [] : [...words, '()'];
      }
      const set = fn.nodes.find(
        ({ op }) => op.kind === 'assign' && op.target.kind === 'temp' && op.target.temp === expr.temp,
      );
      return set?.op.kind === 'assign' ? calleeWords(module, fn, set.op.value) : [];
    }
    default:
      return [];
  }
}

/** Under which name a binding was imported, where it was. */
function importedName(module: ModuleIr, binding: number): string {
  const record = module.imports.find((i) => i.binding === binding);
  const name = module.bindings[binding]?.name ?? '';
  return record === undefined || record.imported === 'default' || record.imported === '*' ? name : record.imported;
}

/** Functions that run when the file is loaded because a group of tests is made of them, with the module body. */
export function collectingFunctions(module: ModuleIr): ReadonlySet<number> {
  const found = new Set([0]);
  for (const fn of found) {
    const ir = module.functions[fn];
    for (const node of ir?.nodes ?? []) {
      const registration = ir === undefined ? null : registrationAt(module, ir, node);
      if (registration?.role === 'suite' && registration.fn !== null) found.add(registration.fn);
    }
  }
  return found;
}

/** A test as its file spells it; null for a title that is only known when it runs. */
export interface WrittenTest {
  readonly titles: readonly (string | null)[];
  /** Where in its module it is registered. */
  readonly fn: number;
  readonly node: number;
  /** The function of the module that is the test. */
  readonly body: number | null;
  /** The module body and the groups of tests that it is registered in. */
  readonly around: readonly number[];
  /** How it and the groups around it are registered, from the outside in. */
  readonly how: string;
  readonly isOff: boolean;
}

export function writtenTests(module: ModuleIr): WrittenTest[] {
  const found: WrittenTest[] = [];
  const hasParts = isOfTap(module);
  const visited = new Set<number>();
  const visit = (
    index: number,
    titles: readonly (string | null)[],
    outer: readonly number[] = [],
    outerHow = '',
    isOuterOff = false,
    isInTest = false,
  ): void => {
    const around = [...outer, index];
    const fn = module.functions[index];
    visited.add(index);
    for (const node of fn?.nodes ?? []) {
      if (fn === undefined || node.op.kind !== 'call') continue;
      const registration = registrationAt(module, fn, node);
      if (registration === null || registration.role === 'hook') continue;
      const inside = [...titles, registration.title];
      const isTest = registration.role === 'test';
      const isOff = isOuterOff || registration.isOff;
      const how = `${outerHow} ${registration.how}`;
      // Titles that a test computes are not known when its file is loaded.
      if (isTest && !(isInTest && registration.title === null)) {
        found.push({ titles: inside, fn: index, node: node.index, body: registration.fn, around, how, isOff });
      }
      if (registration.fn !== null && (!isTest || (hasParts && registration.title !== null))) {
        visit(registration.fn, inside, around, how, isOff, isInTest || isTest);
      }
    }
  };
  visit(0, []);
  // Functions that others call register tests under titles that they are given, or for each of some values.
  if (!hasParts)
    for (const { index } of module.functions) if (!visited.has(index)) found.push(...registeredIn(module, index));
  return found;
}

function registeredIn(module: ModuleIr, index: number): WrittenTest[] {
  const fn = module.functions[index];
  if (fn === undefined) return [];
  return fn.nodes.flatMap((node): WrittenTest[] => {
    const registration = node.op.kind === 'call' ? registrationAt(module, fn, node) : null;
    if (registration?.role !== 'test') return [];
    const { fn: body, how, isOff } = registration;
    return [{ titles: [null], fn: index, node: node.index, body, around: [0], how, isOff }];
  });
}

/** Whether a function tells the runner of tests when it runs. */
export function registersTests(module: ModuleIr, fn: number): boolean {
  return registeredIn(module, fn).length > 0;
}
