import { lastAtMost, offsets, type Program } from '#ir/program';
import { placeMarks, siteKinds } from '#ir/facts';

/**
 * Abstract objects, as numbers: what a place's object can be. Functions and instances are one object per
 * function, literals one per allocation site, plus the objects that modules are made of.
 */
export class ObjectSpace {
  /** Some object of the program, not known which. */
  static readonly any = 0;
  /** One of the functions that variables without room for them hold in common (`CommonFunctions`); such a variable holds `any`, too. */
  static readonly common = 1;
  /** An object from outside the program: it holds what outside code holds. */
  static readonly external = 2;
  /** Objects before this one stand for others. */
  static readonly first = 3;
  readonly siteBase: Int32Array;
  readonly count: number;
  private readonly functions: number;
  private readonly firstSite: number;
  private readonly firstModule: number;
  private readonly siteKind: Uint8Array;

  constructor(readonly program: Program) {
    this.functions = program.functionCount;
    this.siteBase = offsets(program.modules, (m) => m.sites.count);
    this.firstSite = ObjectSpace.first + 6 * this.functions;
    this.firstModule = this.firstSite + (this.siteBase.at(-1) ?? 0);
    this.count = this.firstModule + 3 * program.modules.length;
    this.siteKind = new Uint8Array(this.siteBase.at(-1) ?? 0);
    program.modules.forEach(({ sites }, m) => this.siteKind.set(sites.kind, this.siteBase[m]!));
  }

  fn(f: number): number {
    return ObjectSpace.first + f;
  }
  prototype(f: number): number {
    return ObjectSpace.first + this.functions + f;
  }
  instance(f: number): number {
    return ObjectSpace.first + 2 * this.functions + f;
  }
  generator(f: number): number {
    return ObjectSpace.first + 3 * this.functions + f;
  }
  rest(f: number): number {
    return ObjectSpace.first + 4 * this.functions + f;
  }
  argumentsOf(f: number): number {
    return ObjectSpace.first + 5 * this.functions + f;
  }
  exports(m: number): number {
    return this.firstModule + 3 * m;
  }
  moduleObject(m: number): number {
    return this.firstModule + 3 * m + 1;
  }
  namespace(m: number): number {
    return this.firstModule + 3 * m + 2;
  }

  /** The module whose namespace an object is, or −1. */
  namespaceModule(object: number): number {
    const at = object - this.firstModule;
    return at >= 0 && object < this.count && at % 3 === 2 ? (at - 2) / 3 : -1;
  }

  /** The object of an allocation site: closures and classes are their function's object. */
  site(moduleIndex: number, site: number): number {
    const module = this.program.modules[moduleIndex]!;
    const kind = module.sites.kind[site];
    if (kind === siteKinds.closure || kind === siteKinds.class) {
      return this.fn(this.program.functionBase[moduleIndex]! + module.sites.fn[site]!);
    }
    return this.firstSite + this.siteBase[moduleIndex]! + site;
  }

  /** The function that an object is, or −1. */
  functionOf(object: number): number {
    const fn = object - ObjectSpace.first;
    return fn >= 0 && fn < this.functions ? fn : -1;
  }

  /** The constructor whose instance an object is, or −1. */
  makerOf(object: number): number {
    const fn = object - this.instance(0);
    return fn >= 0 && fn < this.functions ? fn : -1;
  }

  /** The function whose generator an object is, or −1. */
  generatorFunction(object: number): number {
    const fn = object - this.generator(0);
    return fn >= 0 && fn < this.functions ? fn : -1;
  }

  /** An object or array written out in the source. */
  isLiteral(object: number): boolean {
    return object >= this.firstSite && object < this.firstModule;
  }

  /** An iterator of the language, or a regular expression that goes on where it has found something: it keeps where it has got to. */
  keepsPlace(object: number): boolean {
    if (!this.isLiteral(object)) return false;
    const kind = this.siteKind[object - this.firstSite];
    if (kind === siteKinds.iterator) return true;
    if (kind !== siteKinds.other) return false;
    return this.placeMark(object) !== placeMarks.none;
  }

  /** Of a regular expression that is written out or made by a call: see `placeMarks`. */
  placeMark(object: number): number {
    const { module, site } = this.literalSite(object);
    return this.program.modules[module]!.sites.fn[site]!;
  }

  /** What an object of an allocation site is; −1 for other objects. */
  siteKindOf(object: number): number {
    return this.isLiteral(object) ? this.siteKind[object - this.firstSite]! : -1;
  }

  /** An object from outside, known by its declared type alone; only the solver meets these. */
  isDeclared(object: number): boolean {
    return this.isLiteral(object) && this.siteKind[object - this.firstSite] === siteKinds.declared;
  }

  /** The allocation site of a literal. */
  literalSite(object: number): { readonly module: number; readonly site: number } {
    const at = object - this.firstSite;
    const module = lastAtMost(this.siteBase, at, this.program.modules.length);
    return { module, site: at - this.siteBase[module]! };
  }

  /** A short name for explanations: `new Point`, `object at 12`. */
  describe(object: number): string {
    if (object === ObjectSpace.any) return 'some object';
    if (object === ObjectSpace.common) return 'one of many functions';
    if (object === ObjectSpace.external) return 'outside object';
    const { functions, program } = this;
    const kind = Math.floor((object - ObjectSpace.first) / Math.max(functions, 1));
    if (object < this.firstSite) {
      const name = program.shortName(((object - ObjectSpace.first) % functions) as never);
      return (
        ['', 'prototype of ', 'instance of ', 'values of ', 'rest of ', 'arguments of '][kind] +
        name.replace(/\.constructor$/, '')
      );
    }
    if (object >= this.firstModule) {
      return `module ${program.modules[Math.floor((object - this.firstModule) / 3)]?.path ?? ''}`;
    }
    const site = object - this.firstSite;
    const m = lastAtMost(this.siteBase, site, program.modules.length);
    const module = program.modules[m]!;
    return `${kindNames[module.sites.kind[site - this.siteBase[m]!]!] ?? 'object'} of ${module.path}`;
  }
}

const kindNames: Readonly<Record<number, string>> = {
  [siteKinds.array]: 'array',
  [siteKinds.iterator]: 'iterator',
  [siteKinds.error]: 'error',
};
