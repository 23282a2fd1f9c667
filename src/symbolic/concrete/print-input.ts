import { assertNever } from '#core/diagnostics';
import { printObserved } from '#replay/print-observed';
import type { World } from '../machine';
import type { State } from '../state';
import type { Value } from '../value';
import type { InputObjectTree, InputTree, InputTrees } from './input-tree';
import { observePrimitive, type StateObserver } from './observe-state';

const identifier = /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u;

/** Writes concrete inputs as source that can be pasted where the module's classes are in scope. */
export class InputPrinter {
  readonly #world: World;
  readonly #state: State;
  readonly #trees: InputTrees;
  readonly #observer: StateObserver;

  constructor(world: World, state: State, trees: InputTrees, observer: StateObserver) {
    this.#world = world;
    this.#state = state;
    this.#trees = trees;
    this.#observer = observer;
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
        return this.#function(tree);
      case 'object':
        return this.#object(tree);
      default:
        return assertNever(tree);
    }
  }

  #object(tree: InputObjectTree): string {
    const { member } = tree;
    switch (member.kind) {
      case 'array':
      case 'tuple':
        return `[${tree.elements.map((element) => this.print(element)).join(', ')}]`;
      case 'map':
        return `new Map([${tree.entries.map(([key, value]) => `[${this.print(key)}, ${this.print(value)}]`).join(', ')}])`;
      case 'set':
        return `new Set([${tree.entries.map(([, value]) => this.print(value)).join(', ')}])`;
      case 'date':
        return `new Date(${tree.time})`;
      case 'error':
        return `new ${member.constructorName}()`;
      case 'promise': {
        const settled = tree.settled;
        if (settled === null) return 'Promise.resolve()';
        return settled.kind === 'fulfilled'
          ? `Promise.resolve(${this.print(settled.value)})`
          : `Promise.reject(new Error())`;
      }
      case 'object': {
        const text = this.#literal(tree);
        if (member.class === null) return text;
        const name = this.#world.source.module(member.class.path)?.classes[member.class.index]?.name ?? 'Object';
        return `Object.assign(Object.create(${name}.prototype), ${text})`;
      }
      default:
        return '{}';
    }
  }

  #literal(tree: InputObjectTree): string {
    const parts = tree.properties.map(([key, part]) => {
      const name = key === '__proto__' ? '["__proto__"]' : identifier.test(key) ? key : JSON.stringify(key);
      return `${name}: ${this.print(part)}`;
    });
    return parts.length === 0 ? '{}' : `{ ${parts.join(', ')} }`;
  }

  /** A function that gives what the path assumed of it, by its arguments where they are plain, else by the order of calls. */
  #function(tree: Extract<InputTree, { kind: 'function' }>): string {
    const internal = tree.ref === null ? undefined : this.#state.heap.get(tree.ref)?.internal;
    const calls = internal?.kind === 'callback' ? internal.calls : [];
    const bodies = calls.map(({ args, result }) => Object.assign(this.#callOutcome(result), { args }));
    const [only, ...more] = bodies;
    if (only === undefined) return '() => undefined';
    if (more.length === 0) return only.throws ? `() => { throw ${only.text}; }` : `() => (${only.text})`;
    const tests = bodies.map(({ args }) => args.flatMap((arg, index) => this.#test(arg, index)).join(' && '));
    const isDistinct = !tests.includes('') && new Set(tests).size === tests.length;
    if (isDistinct) {
      const cases = bodies.map((body, index) => (index < more.length ? `if (${tests[index]}) ` : '') + act(body));
      return `(...args) => { ${cases.join(' ')} }`;
    }
    const cases = bodies.map((body, index) => `case ${index}: ${act(body)}`);
    const turn = `turn.taken = Math.min((turn.taken ?? -1) + 1, ${more.length});`;
    return `function turn() { ${turn} switch (turn.taken) { ${cases.join(' ')} } }`;
  }

  #callOutcome(result: Value): { readonly throws: boolean; readonly text: string } {
    if (result.kind !== 'input') return { throws: false, text: 'undefined' };
    const { name } = result.location;
    const returns = this.#world.terms.symbol(`${name} returns`, 'bool');
    if (this.#state.facts.get(returns.id) === false) {
      return { throws: true, text: `new Error(${JSON.stringify(`thrown by ${name}`)})` };
    }
    return { throws: false, text: this.print(this.#trees.at(result.location)) };
  }

  #test(arg: Value, index: number): string[] {
    const observed = this.#observer.observe(arg);
    return observed.kind === 'primitive' ? [`Object.is(args[${index}], ${printObserved(observed)})`] : [];
  }
}

function act({ throws, text }: { readonly throws: boolean; readonly text: string }): string {
  return `${throws ? 'throw' : 'return'} ${text};`;
}
