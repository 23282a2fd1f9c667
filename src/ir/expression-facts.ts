import { Interner } from '#core/interner';
import { IntList } from '#core/int-list';
import { CallRecords } from './call-records';
import { DecoratorFacts } from './decorator-facts';
import { classFacts } from './class-facts';
import { binaryFacts } from './binary-facts';
import { convertsOperand } from './conversions';
import { labels, type FunctionIr, type ModuleIr } from './cfg';
import type { Expr, Key, Target } from './expression';
import {
  computedProperty,
  constraintKinds as kinds,
  elementProperty,
  modes,
  places,
  roles,
  siteKinds,
  specialVars,
  wellKnown,
} from './facts';
import { BorrowedMethods } from './borrowed-methods';
import { KnownTemps } from './known-temps';
import { arrayFacts, objectFacts } from './literal-facts';
import { PrimitiveVariables } from './primitive-variables';
import { SiteRecords } from './site-records';
import { placeMark } from './made-by-calls';
import { readAmbient, readGlobal, writeGlobal } from './global-facts';

/** A pointer variable, or −1 for a value that is no object. */
type Var = number;
const none: Var = -1;

/**
 * Walks the expressions of a node: records what it reads (accesses) and how objects flow through it
 * (constraints on pointer variables).
 */
export class ExpressionFacts {
  readonly strings = new Interner();
  readonly accesses = new IntList();
  readonly constraints = new IntList();
  readonly calls = new CallRecords();
  readonly sites = new SiteRecords();
  readonly decorators = new DecoratorFacts();
  readonly known = new KnownTemps((temp) => this.temp(temp));
  readonly elementProperty: number = wellKnown.elements;
  readonly primitives: PrimitiveVariables;
  private fn: FunctionIr;
  private node = 0;
  private role: number = roles.whole;

  constructor(
    readonly module: ModuleIr,
    private readonly firstSpecial: number,
    private readonly firstTemp: Int32Array,
    private readonly thisVars: Int32Array,
    public varCount: number,
    readonly borrowed = new BorrowedMethods(module),
  ) {
    const body = module.functions[0];
    if (body === undefined) throw new Error('invariant: a module has a body');
    this.fn = body;
    const temp = (fn: number, index: number): number => (firstTemp[fn] ?? 0) + index;
    this.primitives = new PrimitiveVariables(module, { temp }, varCount);
    this.strings.intern(elementProperty);
    this.strings.intern(labels.error);
    this.strings.intern(computedProperty);
  }

  at(fn: FunctionIr, node: number): void {
    this.fn = fn;
    this.node = node;
    this.role = roles.whole;
  }

  /** Accesses inside `walk` belong to one part of a call. */
  inRole<T>(role: number, walk: () => T): T {
    const before = this.role;
    this.role = role;
    const value = walk();
    this.role = before;
    return value;
  }

  access(mode: number, place: number, a: number, b = -1): void {
    this.accesses.push(mode, this.role, place, a, b);
  }

  constraint(kind: number, ...operands: number[]): void {
    this.constraints.push(kind);
    for (const operand of operands) this.constraints.push(operand);
  }

  fresh(): Var {
    return this.varCount++;
  }

  special(fn: number, which: number): Var {
    return this.firstSpecial + fn * specialVars.count + which;
  }

  temp(temp: number): Var {
    return (this.firstTemp[this.fn.index] ?? 0) + temp;
  }

  get thisVar(): Var {
    return this.thisVars[this.fn.index] ?? none;
  }

  site(kind: number, fn = -1): number {
    return this.sites.add(kind, fn, this.node);
  }

  property(key: Key): number {
    if (key.kind === 'computed') {
      const symbol = this.known.symbolOf(key.value);
      return symbol === null ? wellKnown.computed : this.strings.intern(symbol);
    }
    if (key.kind === 'private') return this.strings.intern(`#${key.name}`);
    return /^\d+$/.test(key.name) ? this.elementProperty : this.strings.intern(key.name);
  }

  /** Reads an expression; returns the variable that holds the objects it may be. */
  read(expr: Expr): Var {
    switch (expr.kind) {
      case 'const':
      case 'import-meta':
        return none;
      case 'new-target':
        return this.newTarget();
      case 'typeof-global':
        this.access(modes.use, places.global, this.strings.intern(expr.name));
        return none;
      case 'regexp':
        return this.allocated(siteKinds.other, placeMark(expr.flags));
      case 'template-object':
        return this.allocated(siteKinds.other);
      case 'var':
        this.access(modes.use, places.binding, expr.binding);
        return this.variable(expr.binding);
      case 'temp':
        this.access(modes.use, places.temp, this.temp(expr.temp));
        return this.holder(this.temp(expr.temp));
      case 'global':
        return readGlobal(this, expr.name);
      case 'this':
        this.access(modes.use, places.this, -1);
        return this.thisVar;
      case 'arguments':
        this.access(modes.use, places.arguments, -1);
        return this.special(this.fn.index, specialVars.arguments);
      case 'self': {
        const dst = this.fresh();
        this.constraint(kinds.alloc, dst, this.site(siteKinds.closure, this.fn.index));
        return dst;
      }
      case 'member':
        return this.member(
          this.read(expr.object),
          this.keyOf(expr.key),
          this.known.propertyOfGlobals(expr.object, expr.key),
        );
      case 'super-member':
        return this.load(this.parent(), this.keyOf(expr.key));
      case 'unary': {
        const operand = this.read(expr.operand);
        if (convertsOperand(expr.op)) this.convert(operand);
        return none;
      }
      case 'binary':
        return binaryFacts(this, expr);
      case 'private-in':
        this.read(expr.object);
        return none;
      case 'template':
        for (const value of expr.values) this.convert(this.read(value));
        return none;
      case 'array':
        return arrayFacts(this, expr);
      case 'object':
        return objectFacts(this, expr.properties);
      case 'object-rest': {
        const source = this.read(expr.object);
        for (const key of expr.without) if (key.kind === 'computed') this.read(key.value);
        const dst = this.allocated(siteKinds.object);
        this.copyProperties(dst, source);
        return dst;
      }
      case 'closure':
        return this.allocated(siteKinds.closure, expr.fn);
      case 'class':
        return classFacts(this, expr, this.module.classes[expr.index]);
    }
  }

  /** Where `super` looks. */
  parent(): Var {
    const parent = this.fresh();
    this.constraint(kinds.superOf, parent, this.fn.index);
    return parent;
  }

  /** Records a definition of a target by the current node; `value` flows into it. */
  write(target: Target, value: Var, mode: number = modes.def): void {
    switch (target.kind) {
      case 'var':
        this.access(mode, places.binding, target.binding);
        this.copy(target.binding, value);
        writeGlobal(this, this.ambientName(target.binding), value, mode);
        return;
      case 'temp':
        this.access(mode, places.temp, this.temp(target.temp));
        this.copy(this.temp(target.temp), value);
        return;
      case 'global':
        writeGlobal(this, target.name, value, mode);
        return;
      case 'member': {
        const object = this.read(target.object);
        this.store(object, this.keyOf(target.key), value);
        writeGlobal(this, this.known.propertyOfGlobals(target.object, target.key), value, mode);
        return;
      }
      case 'super-member': {
        const property = this.keyOf(target.key);
        this.store(this.thisVar, property, value);
        // A setter that is inherited runs.
        this.constraint(kinds.store, this.parent(), property, value, this.node);
      }
    }
  }

  private variable(binding: number): Var {
    const held = this.holder(binding);
    const ambient = this.ambientName(binding);
    return ambient === null ? held : readAmbient(this, ambient, held);
  }

  private ambientName(binding: number): string | null {
    const { ambient, name } = this.module.bindings[binding] ?? {};
    return ambient === true ? (name ?? null) : null;
  }

  private holder(variable: Var): Var {
    return this.primitives.mayHold(variable) ? variable : none;
  }

  private copy(to: Var, value: Var): void {
    if (value !== none && this.primitives.mayHold(to)) this.constraint(kinds.copy, to, value);
  }

  /** Reads a property, which may be the global variable of this name. */
  member(object: Var, property: number, global: string | null): Var {
    const dst = this.load(object, property);
    return global === null ? dst : readGlobal(this, global, dst);
  }

  load(object: Var, property: number): Var {
    const base = object === none ? this.fresh() : object;
    const dst = this.fresh();
    this.access(modes.use, places.field, base, property);
    this.constraint(kinds.load, dst, base, property, this.node);
    return dst;
  }

  /** Something whose elements are taken: those of a list, or what an iterator of its own gives. */
  iterated(source: Var): Var {
    if (source === none) return source;
    const iter = this.fresh();
    this.constraint(kinds.copy, iter, source);
    this.constraint(kinds.iterate, iter, source, this.node);
    return iter;
  }

  store(object: Var, property: number, value: Var): void {
    const base = object === none ? this.fresh() : object;
    this.access(modes.def, places.field, base, property);
    this.constraint(kinds.store, base, property, value, this.node);
  }

  paramVar(fn: FunctionIr, target: Target): Var {
    return target.kind === 'var'
      ? target.binding
      : target.kind === 'temp'
        ? (this.firstTemp[fn.index] ?? 0) + target.temp
        : none;
  }

  /** The property of a key; a computed key is read too. */
  keyOf(key: Key): number {
    if (key.kind === 'computed') this.readKey(key.value);
    return this.property(key);
  }

  /** An object that is used as a key is made a text. */
  readKey(value: Expr): void {
    this.convert(this.read(value));
  }

  convert(value: Var): void {
    if (value !== none) this.constraint(kinds.convert, value, this.node);
  }

  /** A function of the language makes primitive values of the elements of a list. */
  convertElements(list: Var): void {
    this.convert(this.load(list, this.elementProperty));
  }

  /** The class that is constructed: what its instance says that made it. */
  private newTarget(): Var {
    const dst = this.fresh();
    this.constraint(kinds.load, dst, this.thisVar, this.strings.intern('constructor'), this.node);
    return dst;
  }

  allocated(kind: number, fn = -1): Var {
    const dst = this.fresh();
    this.constraint(kinds.alloc, dst, this.site(kind, fn));
    return dst;
  }

  /** All properties of one object become properties of a new one. */
  copyProperties(to: Var, from: Var): void {
    this.access(modes.use, places.field, from === none ? this.fresh() : from, wellKnown.computed);
    this.access(modes.def, places.field, to, wellKnown.computed);
    if (from === none) return;
    this.constraint(kinds.assign, to, from);
    this.constraint(kinds.idleRead, from, wellKnown.computed, this.node);
  }

  /** A property of a new object: the allocating node defines it. */
  initialise(object: Var, property: number, value: Var): void {
    this.access(modes.def, places.field, object, property);
    this.constraint(kinds.store, object, property, value, this.node);
  }
}
