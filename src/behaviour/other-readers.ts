import type { FunctionId } from '#core/ids';
import { functionNodes } from '#directed/function-nodes';
import type { ModuleIr } from '#ir/cfg';
import { places } from '#ir/facts';
import type { ChangeFacts } from './change-facts';
import type { Mention, Read } from './constant-reads';
import type { LoadedPair } from './load-pair';
import { ignoresThis } from './ignores-this';
import { KeyTables, type ValuePair } from './key-tables';
import type { ReadVersion, VersionName } from './read-version';
import { isTerm, type Value } from '#symbolic/value';

/** Functions that read something else than before of what modules have made. */
export type OtherReaders = Readonly<Record<VersionName, ReadonlySet<FunctionId>>>;

export interface ReadersOptions {
  readonly versions: Readonly<Record<VersionName, ReadVersion>>;
  readonly loaded: LoadedPair;
  readonly facts: ChangeFacts;
  /** Whether all of these are alike, together with what loading has changed of the language. */
  readonly areAlike: (values: readonly ValuePair[]) => boolean;
}

/**
 * Where modules leave something else behind, whoever reads none of it does the same as before: functions that name variables of
 * modules which hold the same, or which hold tables of which they read elements that are the same, by keys that are constants. Found are all
 * others, of all modules that may be loaded: paths that run none of them, and nothing that has changed, run the same code on the
 * same values. Null where that cannot be told by names.
 */
export function otherReaders(options: ReadersOptions): OtherReaders | null {
  const { head, base } = options.versions;
  if (head.hasInherited || base.hasInherited) return null;
  const tables = new KeyTables(options.loaded);
  for (;;) {
    const { size } = tables;
    const search = new Search(options, tables);
    for (const path of head.paths) search.look(path);
    for (const path of base.paths) if (!head.paths.has(options.facts.toHead(path))) search.takeAll('base', path);
    // What leads to a table of keys has been taken for alike before that was known.
    if (tables.size === size) return tables.areOfLanguage() ? null : search.result();
  }
}

class Search {
  readonly #options: ReadersOptions;
  readonly #tables: KeyTables;
  readonly #found: Record<VersionName, Set<FunctionId>> = { base: new Set(), head: new Set() };
  /** What is alike of what each function reads, and of classes. */
  readonly #read = new Map<string, Set<ValuePair>>();
  #reading = new Set<ValuePair>();
  readonly #known = new Map<string, ValuePair | null>();
  #isOver = false;

  constructor(options: ReadersOptions, tables: KeyTables) {
    this.#options = options;
    this.#tables = tables;
  }

  /** What is alike one by one is so together, unless the versions share it in different ways. */
  result(): OtherReaders | null {
    if (this.#isOver) return null;
    const isFound = new Set<string>();
    for (const name of versionNames) for (const fn of this.#found[name]) isFound.add(numbered(name, fn));
    const others = new Set<ValuePair>();
    for (const [key, pairs] of this.#read) if (!isFound.has(key)) for (const pair of pairs) others.add(pair);
    return this.#options.areAlike([...others]) ? this.#found : null;
  }

  takeAll(version: VersionName, path: string): void {
    for (const fn of this.#options.versions[version].functionsOf(path)) this.#found[version].add(fn);
  }

  look(path: string): void {
    const { versions, facts } = this.#options;
    const basePath = facts.toBase(path);
    const modules = { head: versions.head.module(path), base: versions.base.module(basePath) };
    if (modules.head === null || modules.base === null || !versions.base.paths.has(basePath)) {
      this.takeAll('head', path);
      return;
    }
    this.#gather(`classes of ${path}`);
    this.#lookAtClasses(modules.head, modules.base);
    const at = { head: path, base: basePath };
    for (const version of versionNames) {
      for (const fn of versions[version].functionsOf(at[version])) {
        this.#gather(numbered(version, fn));
        if (this.#readsOthers(version, fn, at)) this.#take(version, fn);
      }
    }
  }

  #gather(key: string): void {
    this.#reading = new Set();
    this.#read.set(key, this.#reading);
  }

  /** Inputs inherit from classes, which no code has to name for that. */
  #lookAtClasses(head: ModuleIr, base: ModuleIr): void {
    for (const [own, module] of [[head, head] as const, [base, base] as const]) {
      for (const { binding } of own.classes) {
        const name = binding === null ? undefined : module.bindings[binding];
        const pair = name?.owner === 0 ? this.#variables(name.name, { head: head.path, base: base.path }) : null;
        if (pair === null || !this.#isAlike(pair)) this.#isOver = true;
      }
    }
  }

  /** With the function of the other version that it is, so that both are told apart from those that do the same. */
  #take(version: VersionName, fn: FunctionId): void {
    this.#found[version].add(fn);
    const { versions, facts } = this.#options;
    const { program } = versions[version].loaded;
    const { module, index } = program.locate(fn);
    const other = version === 'head' ? 'base' : 'head';
    const partner = facts.partnerIn(other, module.path, index);
    const id = partner === null ? undefined : versions[other].idOf(partner.path, partner.fn);
    if (id !== undefined) this.#found[other].add(id);
  }

  #readsOthers(version: VersionName, fn: FunctionId, at: Paths): boolean {
    const own = this.#options.versions[version];
    const { program } = own.loaded;
    const { module } = program.locate(fn);
    if (own.seesExports(fn)) return true;
    for (const { accesses } of functionNodes(program, fn).nodes) {
      for (const { kind, a } of accesses) {
        if (kind === places.global && seesModules.has(module.strings[a] ?? '')) return true;
        if (kind !== places.binding || module.bindings.owner[a] !== 0) continue;
        if (!this.#readsAlike(version, fn, module.strings[module.bindings.name[a] ?? -1] ?? '', at)) return true;
      }
    }
    return false;
  }

  /** Whether all that a function reads of a variable of its module is as before. */
  #readsAlike(version: VersionName, fn: FunctionId, name: string, at: Paths): boolean {
    const { versions } = this.#options;
    const own = versions[version];
    const outside = versions.head.outsideOf(at.head, name);
    if (outside !== null) return outside === versions.base.outsideOf(at.base, name);
    const whole = this.#variables(name, at);
    if (whole === null) return false;
    if (this.#isAlike(whole)) return true;
    const mentions = own.mentionsIn(fn, name);
    const isAlike = (each: Mention): boolean => {
      if (this.#keysToAlike(each, at) !== null) return true;
      const { keyOf } = each;
      const around = keyOf && own.mentionsIn(fn, keyOf.name).find(({ start }) => start === keyOf.start);
      if (keyOf && around) return (this.#keysToAlike(around, at) ?? 0) > keyOf.number;
      const last = each.reads.at(-1) ?? [];
      const parts = each.taken.flatMap((text) => last.map((read) => this.#valuesOf(withKey(read, text), at)));
      return parts.length > 0 && parts.every((pair) => pair !== null && this.#isAlike(pair));
    };
    return mentions.length > 0 && mentions.every(isAlike);
  }

  /** How many keys lead to something that is as before; null where none do. */
  #keysToAlike({ reads, isRead, isCalled }: Mention, at: Paths): number | null {
    for (const [count, ways] of reads.entries()) {
      const pairs = ways.flatMap((read) => this.#valuesOf(read, at) ?? []);
      if (pairs.length < ways.length || isRead[count] !== true) return null;
      if (!pairs.every((pair) => this.#isAlike(pair))) continue;
      return isCalled[count] !== true || count === 0 || pairs.every((pair) => this.#ignoresThis(pair)) ? count : null;
    }
    return null;
  }

  #variables(name: string, at: Paths): ValuePair | null {
    return this.#valuesOf({ name, keys: [] }, at);
  }

  #valuesOf(read: Read, at: Paths): ValuePair | null {
    const { versions } = this.#options;
    const staysAsItIs = (each: Read): boolean => this.#staysAsItIs(each, at);
    const head = versions.head.valueOf(read, at.head, staysAsItIs);
    const base = head === null ? null : versions.base.valueOf(read, at.base, staysAsItIs);
    return head === null || base === null ? null : { head, base };
  }

  /** Constants, and what tables of keys have: those are only changed by functions that are found here. */
  #staysAsItIs({ name, keys }: Read, at: Paths): boolean {
    const { versions } = this.#options;
    if (keys.length === 0) return versions.head.isConstant(at.head, name) && versions.base.isConstant(at.base, name);
    return keys.every((_, count) => {
      const pair = this.#valuesOf({ name, keys: keys.slice(0, count) }, at);
      return pair !== null && this.#tables.add(pair);
    });
  }

  #isAlike(pair: ValuePair): boolean {
    const key = `${identity(pair.head)} ${identity(pair.base)}`;
    const isKnown = isNumbered(pair.head) && isNumbered(pair.base);
    const known = isKnown ? this.#known.get(key) : undefined;
    const alike = known === undefined ? (this.#isFoundAlike(pair) ? pair : null) : known;
    this.#known.set(key, alike);
    if (alike !== null) this.#reading.add(alike);
    return alike !== null;
  }

  #isFoundAlike(pair: ValuePair): boolean {
    return !this.#tables.areWithin(pair) && this.#options.areAlike([pair]);
  }

  #ignoresThis({ head, base }: ValuePair): boolean {
    const { loaded } = this.#options;
    return (
      head.kind === 'object' &&
      base.kind === 'object' &&
      ignoresThis(loaded.head.heap.get(head.ref)) &&
      ignoresThis(loaded.base.heap.get(base.ref))
    );
  }
}

function withKey({ name, keys }: Read, text: string): Read {
  return { name, keys: [...keys, { kind: 'text', text }] };
}

const versionNames = ['head', 'base'] as const;

function numbered(version: VersionName, fn: FunctionId): string {
  return `${version} ${fn}`;
}

type Paths = Readonly<Record<VersionName, string>>;

/** What gives modules, or what they export. */
const seesModules: ReadonlySet<string> = new Set(['require', 'module', 'exports', 'eval']);

/** Terms are numbered, and so are objects. */
function isNumbered(value: Value): boolean {
  return isTerm(value) || value.kind === 'object';
}

function identity(value: Value): string {
  if (isTerm(value)) return `term ${value.id}`;
  return value.kind === 'object' ? `object ${value.ref}` : value.kind;
}
