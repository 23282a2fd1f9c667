import { assertNever } from '#core/diagnostics';
import { escapeInvisible } from '#core/escape-invisible';
import type { Contents, Observed, ObservedObject, Primitive } from './observed';
import { partsOf } from './observed-parts';

/**
 * Source text that makes the value when it is pasted where its classes are in scope. Objects that are met twice get a name in a
 * function around it. What no source can make (functions, weak collections, what was cut) is a comment beside a stand-in.
 */
export function printObserved(value: Observed): string {
  const printer = new Printer(metTwice(value));
  const text = printer.print(value);
  if (printer.statements.length === 0) return text;
  return `(() => { ${printer.statements.join(' ')} return ${text}; })()`;
}

class Printer {
  /** Make and fill the objects that have names, in order. */
  readonly statements: string[] = [];
  readonly #shared: ReadonlySet<number>;
  readonly #named = new Set<number>();

  constructor(shared: ReadonlySet<number>) {
    this.#shared = shared;
  }

  print(value: Observed): string {
    switch (value.kind) {
      case 'primitive':
        return printPrimitive(value.value);
      case 'symbol':
        if (value.registered === true) return `Symbol.for(${quoted(value.description ?? '')})`;
        return value.description === null ? 'Symbol()' : `Symbol(${quoted(value.description)})`;
      case 'function':
        return `() => {} ${comment(`function ${value.name}`)}`;
      case 'cut':
        return `undefined ${comment(`cut: ${value.what}`)}`;
      case 'back':
        return nameOf(value.id);
      case 'object':
        return this.#shared.has(value.id) ? this.#name(value) : this.#object(value);
      default:
        return assertNever(value);
    }
  }

  /** Named first and filled afterwards, so that its parts can refer to it. */
  #name(value: ObservedObject): string {
    if (this.#named.has(value.id)) return nameOf(value.id);
    this.#named.add(value.id);
    const name = nameOf(value.id);
    const { contents, properties } = value;
    if (!isFilled(contents)) {
      this.statements.push(`const ${name} = ${this.#object({ ...value, properties: [] })};`);
    } else {
      this.statements.push(
        `const ${name} = ${this.#object({ ...value, contents: emptied(contents), properties: [] })};`,
      );
      this.#fill(name, contents);
    }
    for (const [key, part] of properties) this.statements.push(assignment(name, key, this.print(part)));
    return name;
  }

  #fill(name: string, contents: Contents): void {
    if (contents.kind === 'array') {
      contents.elements.forEach((element, i) => {
        if (element !== null) this.statements.push(`${name}[${i}] = ${this.print(element)};`);
      });
      if (contents.elements.at(-1) === null) this.statements.push(`${name}.length = ${contents.elements.length};`);
    } else if (contents.kind === 'map') {
      for (const [key, value] of contents.entries)
        this.statements.push(`${name}.set(${this.print(key)}, ${this.print(value)});`);
    } else if (contents.kind === 'set') {
      for (const value of contents.values) this.statements.push(`${name}.add(${this.print(value)});`);
    }
  }

  #object(value: ObservedObject): string {
    const { contents, constructorName, properties } = value;
    if (contents.kind === 'none') return this.#plain(constructorName, properties);
    const made = this.#contents(contents, constructorName);
    const base = isMadeBy(contents, constructorName) ? made : withPrototype(made, constructorName);
    return properties.length === 0 ? base : `Object.assign(${base}, ${this.#literal(properties)})`;
  }

  #plain(constructorName: string | null, properties: ObservedObject['properties']): string {
    const literal = this.#literal(properties);
    if (constructorName === 'Object') return literal;
    const prototype =
      constructorName === null ? 'null' : isName(constructorName) ? `${constructorName}.prototype` : null;
    if (prototype === null) return `${literal} ${comment(`of a class without a name`)}`;
    return properties.length === 0
      ? `Object.create(${prototype})`
      : `Object.assign(Object.create(${prototype}), ${literal})`;
  }

  #literal(properties: ObservedObject['properties']): string {
    if (properties.length === 0) return '{}';
    const parts = properties.map(([key, part]) => `${printKey(key)}: ${this.print(part)}`);
    return `{ ${parts.join(', ')} }`;
  }

  #contents(contents: Exclude<Contents, { kind: 'none' }>, constructorName: string | null): string {
    switch (contents.kind) {
      case 'array':
        return this.#array(contents.elements);
      case 'map':
        return `new Map(${contents.entries.length === 0 ? '' : this.#entries(contents.entries)})`;
      case 'set':
        return `new Set(${contents.values.length === 0 ? '' : `[${contents.values.map((v) => this.print(v)).join(', ')}]`})`;
      case 'date':
        return Number.isNaN(contents.time)
          ? 'new Date(NaN)'
          : `new Date(${quoted(new Date(contents.time).toISOString())})`;
      case 'regexp':
        return printRegexp(contents);
      case 'error':
        return printError(contents, constructorName);
      case 'boxed':
        return `Object(${this.print(contents.value)})`;
      case 'binary':
        return constructorName === 'Buffer' ? `Buffer.from([${contents.elements.join(', ')}])` : printBinary(contents);
      case 'promise':
        if (contents.state === 'fulfilled') return `Promise.resolve(${this.print(contents.value)})`;
        if (contents.state === 'rejected') return `Promise.reject(${this.print(contents.value)})`;
        return `new Promise(() => {})${contents.state === 'unknown' ? ` ${comment('not waited for')}` : ''}`;
      case 'generator':
        return printGenerator(contents);
      case 'opaque':
        return contents.tag === 'Arguments' ? '{} /* arguments */' : `{} ${comment(contents.tag)}`;
      default:
        return assertNever(contents);
    }
  }

  #entries(entries: readonly (readonly [Observed, Observed])[]): string {
    return `[${entries.map(([key, value]) => `[${this.print(key)}, ${this.print(value)}]`).join(', ')}]`;
  }

  #array(elements: readonly (Observed | null)[]): string {
    // A hole at the end needs a comma of its own.
    const end = elements.at(-1) === null ? ',' : '';
    return `[${elements.map((element) => (element === null ? '' : this.print(element))).join(', ')}${end}]`;
  }
}

/** Does the text for the contents alone give an object of this class? */
function isMadeBy(contents: Exclude<Contents, { kind: 'none' }>, constructorName: string | null): boolean {
  switch (contents.kind) {
    case 'array':
    case 'map':
    case 'set':
    case 'date':
    case 'promise':
      return constructorName?.toLowerCase() === contents.kind;
    case 'regexp':
      return constructorName === 'RegExp';
    case 'binary':
      return constructorName === contents.type || constructorName === 'Buffer';
    case 'boxed':
    case 'error':
    case 'generator':
    case 'opaque':
      return true;
    default:
      return assertNever(contents);
  }
}

function withPrototype(made: string, constructorName: string | null): string {
  if (constructorName === null) return `Object.setPrototypeOf(${made}, null)`;
  if (!isName(constructorName)) return `${made} ${comment('of a class without a name')}`;
  return `Object.setPrototypeOf(${made}, ${constructorName}.prototype)`;
}

function isFilled({ kind }: Contents): boolean {
  return kind === 'array' || kind === 'map' || kind === 'set';
}

function emptied(contents: Contents): Contents {
  if (contents.kind === 'array') return { kind: 'array', elements: [] };
  if (contents.kind === 'map') return { kind: 'map', entries: [] };
  return contents.kind === 'set' ? { kind: 'set', values: [] } : contents;
}

function printPrimitive(value: Primitive): string {
  if (typeof value === 'string') return quoted(value);
  if (typeof value === 'bigint') return `${value}n`;
  return Object.is(value, -0) ? '-0' : String(value);
}

function printRegexp({ source, flags, lastIndex }: Extract<Contents, { kind: 'regexp' }>): string {
  const literal = `/${source}/${flags}`;
  return lastIndex === 0 ? literal : `Object.assign(${literal}, { lastIndex: ${lastIndex} })`;
}

/** Errors of the language take their message; how a class of the program takes it is not known. */
function printError({ name, message }: Extract<Contents, { kind: 'error' }>, constructorName: string | null): string {
  const made = constructorName ?? 'Error';
  const text = message === '' ? '' : quoted(message);
  if (made === 'AggregateError') return `new AggregateError([]${text === '' ? '' : `, ${text}`})`;
  if (builtInErrors.has(made)) {
    const base = `new ${made}(${text})`;
    return name === made ? base : `Object.assign(${base}, { name: ${quoted(name)} })`;
  }
  const prototype = isName(made) ? `${made}.prototype` : 'Error.prototype';
  return `Object.setPrototypeOf(Object.assign(new Error(${text})${name === made || name === 'Error' ? '' : `, { name: ${quoted(name)} }`}), ${prototype})`;
}

const builtInErrors = new Set([
  'Error',
  'EvalError',
  'RangeError',
  'ReferenceError',
  'SyntaxError',
  'TypeError',
  'URIError',
]);

function printBinary({ type, elements }: Extract<Contents, { kind: 'binary' }>): string {
  const list = `[${elements.map(printPrimitive).join(', ')}]`;
  if (type === 'ArrayBuffer' || type === 'SharedArrayBuffer') return `new Uint8Array(${list}).buffer`;
  if (type === 'DataView') return `new DataView(new Uint8Array(${list}).buffer)`;
  return `new ${type}(${list})`;
}

/** Its values were looked at one by one, so each is printed by itself. */
function printGenerator({ values, end }: Extract<Contents, { kind: 'generator' }>): string {
  const steps = values.map((value) => `yield ${printObserved(value)};`);
  if (end.kind === 'throws') steps.push(`throw ${printObserved(end.error)};`);
  if (end.kind === 'cut') steps.push(comment('and so on'));
  const isPlain = end.kind !== 'returns' || (end.value.kind === 'primitive' && end.value.value === undefined);
  if (end.kind === 'returns' && !isPlain) steps.push(`return ${printObserved(end.value)};`);
  return `(function* () { ${steps.join(' ')} })()`;
}

/** Objects that are referred to again. */
function metTwice(root: Observed): ReadonlySet<number> {
  const found = new Set<number>();
  const visit = (value: Observed): void => {
    if (value.kind === 'back') found.add(value.id);
    if (value.kind === 'object') for (const part of partsOf(value)) visit(part);
  };
  visit(root);
  return found;
}

/** A string that also survives inside a script, on a screen and in a clipboard. */
function quoted(text: string): string {
  return escapeInvisible(JSON.stringify(text));
}

function printKey(key: string): string {
  if (key === '__proto__') return '["__proto__"]';
  return isName(key) || /^(?:0|[1-9]\d{0,14})$/.test(key) ? key : quoted(key);
}

function assignment(object: string, key: string, value: string): string {
  if (key !== '__proto__') return `${object}${isName(key) ? `.${key}` : `[${quoted(key)}]`} = ${value};`;
  return `Object.defineProperty(${object}, "__proto__", { value: ${value}, enumerable: true, writable: true, configurable: true });`;
}

function isName(text: string): boolean {
  return /^[\p{ID_Start}_$][\p{ID_Continue}$]*$/u.test(text);
}

function comment(text: string): string {
  return `/* ${text.replaceAll('*/', '* /')} */`;
}

function nameOf(id: number): string {
  return `o${id}`;
}
