import { assertNever } from '#core/diagnostics';
import { printObserved } from '#replay/print-observed';
import { isElementType } from '../binary-types';
import type { CallbackCall } from '../heap-object';
import { ofFunctions, thrown } from '../input-type';
import type { World } from '../machine';
import type { State } from '../state';
import type { Value } from '../value';
import { constructorOfInput } from './constructor-of-input';
import {
  NoSuchInput,
  type InputFunctionTree,
  type InputObjectTree,
  type InputTree,
  type InputTrees,
} from './input-tree';
import { observePrimitive, type StateObserver } from './observe-state';
import { ChangePrinter } from './print-changes';
import { sharedTrees, type SharedTree } from './shared-trees';

const identifier = /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u;

/** Holds the arguments of all calls of functions handed in, where later calls need them. */
export const givenName = 'given';

/** Words that no parameter is called, and that the texts of inputs use. */
const usedWords: ReadonlySet<string> = new Set([
  'Object',
  'Map',
  'Set',
  'Date',
  'Promise',
  'Symbol',
  'Math',
  'turn',
  'args',
  givenName,
]);

/** Writes concrete inputs as source that can be pasted where the module's classes are in scope. */
export class InputPrinter {
  readonly #world: World;
  readonly #state: State;
  readonly #trees: InputTrees;
  readonly #observer: StateObserver;
  readonly #keepsGiven: boolean;
  readonly #changes: ChangePrinter;
  /** What occurs more than once has a name. */
  readonly #names = new Map<InputTree, string>();
  /** Those of the named parts that have been made. */
  readonly #made = new Set<InputTree>();
  /** Statements that close cycles once everything is made. */
  readonly #closing: string[] = [];
  /** How to reach what is being written, from a part that has a name; null where it cannot be reached later. */
  #path: Path | null = null;

  /** `keepsGiven`: functions keep what they are given, to be called later. */
  constructor(world: World, state: State, trees: InputTrees, observer: StateObserver, keepsGiven = false) {
    this.#keepsGiven = keepsGiven;
    this.#world = world;
    this.#state = state;
    this.#trees = trees;
    this.#observer = observer;
    this.#changes = new ChangePrinter(world, state, trees, (tree) => this.#later(tree));
  }

  /** Statements that make the objects which occur more than once in some inputs. From then on `print` has their names. */
  setUp(roots: readonly InputTree[], taken: readonly string[]): readonly string[] {
    const shared = sharedTrees(roots, (tree) => this.#resultsOf(tree));
    for (const tree of shared) this.#names.set(tree, this.#nameFor(tree, taken));
    const statements = shared.map((tree) => {
      const name = this.#names.get(tree) ?? '';
      const text = this.#inside({ read: name, write: (value) => `${name} = ${value};` }, () => this.#content(tree));
      this.#made.add(tree);
      return `const ${name} = ${text};`;
    });
    return [...statements, ...this.#closing];
  }

  print(tree: InputTree): string {
    switch (tree.kind) {
      case 'absent':
        return 'undefined';
      case 'primitive':
        return printObserved(observePrimitive(tree.value));
      case 'symbol':
        return `Symbol(${JSON.stringify(tree.description)})`;
      case 'function':
      case 'object':
        return this.#named(tree) ?? this.#content(tree);
      default:
        return assertNever(tree);
    }
  }

  #nameFor({ location }: SharedTree, taken: readonly string[]): string {
    const { name } = location;
    const wanted = name !== 'this' && identifier.test(name) ? name : 'shared';
    const used = new Set([...taken, ...usedWords, ...this.#names.values(), ...this.#classNames()]);
    if (!used.has(wanted)) return wanted;
    for (let number = 2; ; number++) if (!used.has(`${wanted}${number}`)) return `${wanted}${number}`;
  }

  #classNames(): string[] {
    return this.#state.modules.sorted().flatMap(([id]) => {
      const module = this.#world.source.module(this.#world.keys.textOf(id));
      return module?.classes.flatMap(({ name }) => name ?? []) ?? [];
    });
  }

  /** Null for what has no name. What is yet to be made is put in its place later. */
  #named(tree: SharedTree): string | null {
    const name = this.#names.get(tree);
    if (name === undefined || this.#made.has(tree)) return name ?? null;
    if (this.#path === null) throw new NoSuchInput(tree.location.name);
    this.#closing.push(this.#path.write(name));
    return 'null';
  }

  #content(tree: SharedTree): string {
    return tree.kind === 'function' ? this.#function(tree) : this.#object(tree);
  }

  #inside<Result>(path: Path | null, print: () => Result): Result {
    const before = this.#path;
    this.#path = path;
    try {
      return print();
    } finally {
      this.#path = before;
    }
  }

  /** A part that is reached by a property access. */
  #part(access: string, part: InputTree): string {
    const read = this.#path === null ? null : `${this.#path.read}${access}`;
    return this.#inside(read === null ? null : { read, write: (value) => `${read} = ${value};` }, () =>
      this.print(part),
    );
  }

  /** A part that cannot be put in its place later. */
  #hidden(part: InputTree): string {
    return this.#inside(null, () => this.print(part));
  }

  #mapEntry([key, value]: readonly [InputTree, InputTree]): string {
    const text = this.#hidden(key);
    const map = this.#path?.read;
    const path = { read: `${map}.get(${text})`, write: (made: string) => `${map}.set(${text}, ${made});` };
    return `[${text}, ${this.#inside(map === undefined ? null : path, () => this.print(value))}]`;
  }

  #object(tree: InputObjectTree): string {
    const { member } = tree;
    switch (member.kind) {
      case 'array':
      case 'tuple':
        return `[${tree.elements.map((element, index) => this.#part(`[${index}]`, element)).join(', ')}]`;
      case 'map':
        return `new Map([${tree.entries.map((entry) => this.#mapEntry(entry)).join(', ')}])`;
      case 'set':
        return `new Set([${tree.entries.map(([, value]) => this.#hidden(value)).join(', ')}])`;
      case 'binary': {
        const list = `[${tree.elements.map((element) => this.#hidden(element)).join(', ')}]`;
        if (isElementType(member.type)) return `new ${member.type}(${list})`;
        const buffer = `new Uint8Array(${list}).buffer`;
        return member.type === 'DataView' ? `new DataView(${buffer})` : buffer;
      }
      case 'date':
        return `new Date(${tree.time})`;
      case 'error':
        return this.#error(tree, member.constructorName);
      case 'promise': {
        const settled = tree.settled;
        if (settled === null) return 'Promise.resolve()';
        if (settled === 'never') return 'new Promise(() => {})';
        return settled.kind === 'fulfilled'
          ? `Promise.resolve(${this.#hidden(settled.value)})`
          : `Promise.reject(${this.#hidden(settled.value)})`;
      }
      case 'object': {
        const text = this.#literal(tree);
        if (member.class === null) return text;
        const name = constructorOfInput(this.#world, member);
        if (tree.args === null) return `Object.assign(Object.create(${name}.prototype), ${text})`;
        const made = `new ${name}(${tree.args.map((arg) => this.#hidden(arg)).join(', ')})`;
        return tree.properties.length === 0 ? made : `Object.assign(${made}, ${text})`;
      }
      default:
        return '{}';
    }
  }

  #error({ properties }: InputObjectTree, constructorName: string): string {
    const message = properties.find(([key]) => key === 'message')?.[1];
    const made = `new ${constructorName}(${message === undefined ? '' : this.#hidden(message)})`;
    const others = properties.filter(([key]) => key !== 'message');
    return others.length === 0 ? made : `Object.assign(${made}, ${this.#literal({ properties: others })})`;
  }

  #literal({ properties }: Pick<InputObjectTree, 'properties'>): string {
    const parts = properties.map(([key, part]) => {
      const name = key === '__proto__' ? '["__proto__"]' : identifier.test(key) ? key : JSON.stringify(key);
      const access = identifier.test(key) ? `.${key}` : `[${JSON.stringify(key)}]`;
      return `${name}: ${this.#part(access, part)}`;
    });
    return parts.length === 0 ? '{}' : `{ ${parts.join(', ')} }`;
  }

  #function(tree: InputFunctionTree): string {
    const builtIn = tree.properties.filter(([key]) => ofFunctions.has(key));
    const own = tree.properties.filter(([key]) => !ofFunctions.has(key));
    let text = this.#code(tree);
    if (own.length > 0) text = `Object.assign(${text}, ${this.#literal({ properties: own })})`;
    for (const [key, part] of builtIn) {
      // As it is written, a function has neither.
      if (part.kind === 'primitive' && (part.value === 0 || part.value === '')) continue;
      text = `Object.defineProperty(${text}, ${JSON.stringify(key)}, { value: ${this.#hidden(part)} })`;
    }
    return text;
  }

  /** A function that does what the path assumed of it, by its arguments where they are plain, else by the order of calls. */
  #code(tree: InputFunctionTree): string {
    const calls = this.#callsOf(tree);
    const bodies = calls.map((call) =>
      Object.assign(this.#callOutcome(call.result), this.#doneTo(call), { args: call.args }),
    );
    const [only, ...more] = bodies;
    const isConstructor = calls.some(({ isNew }) => isNew);
    const open = (text: string): string =>
      isConstructor || bodies.some(({ usesThis }) => usesThis)
        ? `function (...args) { ${text} }`
        : `(...args) => { ${text} }`;
    const keep = this.#keepsGiven ? `${givenName}.push(args); ` : '';
    if (only === undefined) return keep === '' ? '() => undefined' : `(...args) => { ${keep}}`;
    if (more.every((body) => act(body) === act(only))) {
      if (keep !== '' || only.back !== '') return open(`${keep}${act(only)}`.replace(/ return;$/, ''));
      if (isConstructor) return `function () { ${act(only)} }`;
      return only.throws ? `() => { throw ${only.text}; }` : `() => (${only.text})`;
    }
    const tests = bodies.map(({ args }) => args.flatMap((arg, index) => this.#test(arg, index)).join(' && '));
    const isDistinct = !tests.includes('') && new Set(tests).size === tests.length;
    if (isDistinct) {
      const cases = bodies.map((body, index) =>
        index < more.length ? `if (${tests[index]}) { ${act(body)} }` : act(body),
      );
      return open(`${keep}${cases.join(' ')}`);
    }
    const cases = bodies.map((body, index) => `case ${index}: ${act(body)}`);
    const turn = `turn.taken = Math.min((turn.taken ?? -1) + 1, ${more.length});`;
    const params = keep === '' && bodies.every(({ back }) => back === '') ? '' : '...args';
    return `function turn(${params}) { ${keep}${turn} switch (turn.taken) { ${cases.join(' ')} } }`;
  }

  /** What the function does before it returns or throws. */
  #doneTo(call: CallbackCall): Pick<Body, 'back' | 'usesThis'> {
    const { before, after, usesThis } = this.#changes.textOf(call);
    return { back: `${before}${this.#calledBack(call)}${after}`, usesThis };
  }

  /** Calls of what the function was given. */
  #calledBack({ back }: CallbackCall): string {
    const calls = back.map(({ keys, of, args, threw, isLater }) => {
      if (of === null) throw new NoSuchInput('a function that a package was given');
      const given = args.map((arg) => (arg.kind === 'input' ? this.#later(this.#trees.at(arg.location)) : 'undefined'));
      const access = keys.map((key) =>
        typeof key === 'string' && identifier.test(key) ? `.${key}` : `[${JSON.stringify(key)}]`,
      );
      const root = of === undefined ? 'args' : `${givenName}[${of}]`;
      const call = `${root}${access.join('')}(${given.join(', ')});`;
      const safe = threw ? `try { ${call} } catch {}` : call;
      return isLater ? `queueMicrotask(() => { ${safe} }); ` : `${safe} `;
    });
    return calls.join('');
  }

  #callOutcome(result: Value): { readonly throws: boolean; readonly text: string } {
    if (result.kind !== 'input') return { throws: false, text: 'undefined' };
    const { name } = result.location;
    const returns = this.#world.terms.symbol(`${name} returns`, 'bool');
    if (this.#state.facts.get(returns.id) === false) {
      const error = this.#world.locations.child(result.location, { kind: 'thrown' }, thrown);
      return { throws: true, text: this.#later(this.#trees.at(error)) };
    }
    return { throws: false, text: this.#later(this.#trees.at(result.location)) };
  }

  /** Inside of a function, which is called when everything is made. */
  #later(tree: InputTree): string {
    return this.#names.get(tree) ?? this.#hidden(tree);
  }

  #resultsOf(tree: InputFunctionTree): readonly InputTree[] {
    return this.#callsOf(tree).flatMap(({ result, back }) =>
      [result, ...back.flatMap(({ args }) => args)].flatMap((value) =>
        value.kind === 'input' ? [this.#trees.at(value.location)] : [],
      ),
    );
  }

  #callsOf({ ref }: InputFunctionTree): readonly CallbackCall[] {
    const internal = ref === null ? undefined : this.#state.heap.get(ref)?.internal;
    return internal?.kind === 'callback' ? internal.calls : [];
  }

  #test(arg: Value, index: number): string[] {
    const observed = this.#observer.observe(arg);
    return observed.kind === 'primitive' ? [`Object.is(args[${index}], ${printObserved(observed)})`] : [];
  }
}

interface Path {
  readonly read: string;
  readonly write: (value: string) => string;
}

interface Body {
  readonly throws: boolean;
  readonly text: string;
  /** What it does before. */
  readonly back: string;
  /** It gets at something by its `this`. */
  readonly usesThis: boolean;
}

function act({ throws, text, back }: Omit<Body, 'usesThis'>): string {
  if (!throws && text === 'undefined') return `${back}return;`;
  return `${back}${throws ? 'throw' : 'return'} ${text};`;
}
