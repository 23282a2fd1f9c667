import { InterpreterFault } from './activation';

/** What a class body can see of its class and of the classes around it. */
export interface PrivateScope {
  readonly outer: PrivateScope | null;
  readonly names: ReadonlyMap<string, PrivateName>;
  /** Property keys of the class's fields, which its initialisers define rather than assign. */
  readonly fieldKeys: ReadonlySet<PropertyKey>;
}

/** One `#name` of one evaluation of one class. */
export class PrivateName {
  readonly name: string;
  readonly #members = new WeakMap<object, PrivateMember>();

  constructor(name: string) {
    this.name = name;
  }

  has(object: unknown): boolean {
    return isObject(object) && this.#members.has(object);
  }

  add(object: unknown, member: PrivateMember): void {
    if (!isObject(object)) throw new InterpreterFault('a private member is added to an object');
    if (this.#members.has(object)) throw new TypeError(`Cannot initialize ${this.name} twice on the same object`);
    this.#members.set(object, member);
  }

  read(object: unknown): unknown {
    const member = this.#member(object, 'read');
    if (member.kind !== 'accessor') return member.value;
    if (member.get === null) throw new TypeError(`'${this.name}' was defined without a getter`);
    return Reflect.apply(member.get, object, []);
  }

  write(object: unknown, value: unknown): void {
    const member = this.#member(object, 'write');
    if (member.kind === 'method') throw new TypeError(`Private method '${this.name}' is not writable`);
    if (member.kind === 'field') {
      member.value = value;
      return;
    }
    if (member.set === null) throw new TypeError(`'${this.name}' was defined without a setter`);
    Reflect.apply(member.set, object, [value]);
  }

  #member(object: unknown, action: string): PrivateMember {
    const member = isObject(object) ? this.#members.get(object) : undefined;
    if (member !== undefined) return member;
    throw new TypeError(`Cannot ${action} private member ${this.name} from an object whose class did not declare it`);
  }
}

export type PrivateMember =
  | { readonly kind: 'field'; value: unknown }
  | { readonly kind: 'method'; readonly value: unknown }
  | { readonly kind: 'accessor'; readonly get: HostFunction | null; readonly set: HostFunction | null };

export type HostFunction = (...args: unknown[]) => unknown;

export function resolvePrivate(scope: PrivateScope | null, name: string): PrivateName {
  for (let at = scope; at !== null; at = at.outer) {
    const found = at.names.get(name);
    if (found !== undefined) return found;
  }
  throw new InterpreterFault(`private name ${name} is declared by no class around its use`);
}

export function isObject(value: unknown): value is object {
  return Object(value) === value;
}
