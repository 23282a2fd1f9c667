import { functionId, type FunctionId } from '#core/ids';
import type { DependenceGraph } from './dependence-graph';
import { ObjectSpace } from './object-space';
import { objectMaker } from './place-maker';
import { placeKinds } from './place-kinds';
import { calleeKinds, constraintKinds, constraintWidth, specialVars, type ModuleFacts } from '#ir/facts';
import { functionsAt } from './functions-at';

/** What is known of a run of the program: which modules were loaded, and which functions ran while they were. */
export interface Loading {
  isLoaded(module: number): boolean;
  runsAtLoad(fn: FunctionId): boolean;
}

/** By what code can get at something that was there before it ran. */
export interface Held {
  /** Shared places that lead to it: variables of modules, globals, what modules export, variables of functions that outside code calls. */
  readonly roots: ReadonlySet<number>;
  /** Code outside of the program has it, and may hand it to anybody. */
  readonly byOutside: boolean;
}

/**
 * Who holds which objects for longer than a call. An object that a function makes is gone with the call, unless something
 * keeps it: a variable of a module, a variable that closures keep alive, or code outside that was given it while modules
 * were loaded. Whoever gets at such an object later gets at it through one of these roots.
 *
 * Things that are held are abstract objects and, numbered after these, variables that closures capture.
 */
export class Holders {
  private readonly objectCount: number;
  /** Per thing, what holds it: other things, and roots as −1 − place. */
  private readonly holders = new Map<number, number[]>();
  /** Captured variables that are no module's: place → thing, and back. */
  private readonly captured = new Map<number, number>();
  private readonly capturedPlaces: number[] = [];
  /** Objects that outside code has, and functions that it may call. */
  private readonly outside = new Set<number>();
  private readonly found = new Map<number, Held | null>();

  constructor(
    private readonly graph: DependenceGraph,
    private readonly loading: Loading,
  ) {
    this.objectCount = this.graph.pointers.objects.count;
    this.addVariables();
    this.addGlobals();
    this.addFields();
    this.addFrames();
    this.addOutside();
  }

  /** Of what a shared place is part of; null where nothing keeps it. */
  of(place: number): Held | null {
    const { table } = this.graph.shared;
    const kind = table.kindOf(place);
    if (kind === placeKinds.field || kind === placeKinds.everything) return this.heldAs(table.firstOf(place));
    const variable = this.captured.get(place);
    return variable === undefined ? null : this.heldAs(variable);
  }

  private heldAs(thing: number): Held | null {
    const known = this.found.get(thing);
    if (known !== undefined) return known;
    const roots = new Set<number>();
    let byOutside = false;
    const seen = new Set([thing]);
    for (const held of seen) {
      if (this.outside.has(held)) byOutside = true;
      for (const holder of this.holders.get(held) ?? []) {
        if (holder < 0) roots.add(-1 - holder);
        // A function that outside code calls gets at its variables whenever it runs: they are roots themselves.
        else if (held >= this.objectCount && this.outside.has(holder))
          roots.add(this.capturedPlaces[held - this.objectCount]!);
        else seen.add(holder);
      }
    }
    const result = roots.size > 0 || byOutside ? { roots, byOutside } : null;
    this.found.set(thing, result);
    return result;
  }

  private hold(holder: number, held: Iterable<number>): void {
    for (const thing of held) {
      const known = this.holders.get(thing);
      if (known === undefined) this.holders.set(thing, [holder]);
      else if (known.at(-1) !== holder) known.push(holder);
    }
  }

  /** Variables of modules are roots; captured variables of calls last as long as a closure that uses them. */
  private addVariables(): void {
    const { shared, program, pointers } = this.graph;
    for (let place = 0; place < shared.count; place++) {
      if (shared.table.kindOf(place) !== placeKinds.binding) continue;
      const m = shared.table.firstOf(place);
      if (!this.loading.isLoaded(m)) continue;
      const binding = shared.bindingOf(place);
      const owner = program.modules[m]!.bindings.owner[binding]!;
      const held = pointers.pointsTo.heldBy(m, binding);
      if (isModuleKind(program.functionKind(program.functionAt(m, owner)))) {
        this.hold(-1 - place, held);
        continue;
      }
      const variable = this.objectCount + this.capturedPlaces.length;
      this.capturedPlaces.push(place);
      this.captured.set(place, variable);
      this.hold(variable, held);
      for (const fn of this.closuresOver(place, m, owner)) this.hold(pointers.objects.fn(fn), [variable]);
    }
  }

  /** The functions inside of the owner of a variable whose closures keep it: those that use it, and those around them. */
  private closuresOver(place: number, m: number, owner: number): ReadonlySet<number> {
    const { program } = this.graph;
    const parents = program.modules[m]!.functions.parent;
    const found = new Set<number>();
    for (const fn of functionsAt(this.graph, place)) {
      if (program.moduleOfFunction[fn] !== m) continue;
      for (let index = program.locate(fn).index; index >= 0 && index !== owner; index = parents[index]!)
        found.add(program.functionAt(m, index));
    }
    return found;
  }

  private addGlobals(): void {
    const { shared, program, pointers } = this.graph;
    program.modules.forEach((module, m) => {
      if (!this.loading.isLoaded(m)) return;
      eachGlobalSet(module, (name, variable) => {
        const place = shared.table.find(placeKinds.global, pointers.property(m, name), 0);
        if (place >= 0) this.hold(-1 - place, pointers.pointsTo.heldBy(m, variable));
      });
    });
  }

  private addFields(): void {
    const { shared, pointers } = this.graph;
    const { pointsTo, objects } = pointers;
    for (let object = 0; object < objects.count; object++) {
      const isAlways = objectMaker(this.graph, object) === 'always';
      for (const property of pointsTo.fieldsOf(object)) {
        const held = pointsTo.inField(object, property);
        if (object === ObjectSpace.external) for (const each of held) this.outside.add(each);
        const place = isAlways ? shared.table.find(placeKinds.field, object, property) : -1;
        this.hold(place >= 0 ? -1 - place : object, held);
      }
    }
  }

  /** What functions keep besides variables: `this` of arrow functions, what `bind` fixes, and all of a generator's call. */
  private addFrames(): void {
    const { program, pointers } = this.graph;
    const { pointsTo, objects, bound } = pointers;
    program.modules.forEach(({ functions, bindings }, m) => {
      for (let f = 0; f < functions.count; f++) {
        const fn = program.functionAt(m, f);
        const thisVar = functions.thisVar[f]!;
        const isOwn = thisVar === bindings.count + f * specialVars.count + specialVars.this;
        if (!isOwn || bound.has(fn)) this.hold(objects.fn(fn), pointsTo.heldBy(m, thisVar));
        if (!bound.has(fn)) continue;
        for (let i = functions.firstParam[f]!; i < functions.firstParam[f + 1]!; i++)
          this.hold(objects.fn(fn), pointsTo.heldBy(m, functions.params[i]!));
      }
      for (let b = 0; b < bindings.count; b++) {
        const owner = program.functionAt(m, bindings.owner[b]!);
        this.hold(objects.generator(owner), pointsTo.heldBy(m, b));
      }
    });
  }

  /** What is given to outside code while modules are loaded, functions that many variables hold, and objects that are not known one by one. */
  private addOutside(): void {
    const { graph, loading } = this;
    const { program, pointers } = graph;
    const { pointsTo, objects, calls } = pointers;
    for (let call = 0; call < calls.count; call++) {
      const { module: m, index, caller } = calls.site(call);
      if (!this.loading.isLoaded(m) || !calls.isUnresolved(call) || !this.isGivenAway(call)) continue;
      if (!loading.runsAtLoad(functionId(caller))) continue;
      const { argOffset, args } = program.modules[m]!.calls;
      for (let at = argOffset[index]!; at < argOffset[index + 1]!; at += 2) {
        // Constants have no variable.
        if (args[at]! >= 0) for (const object of pointsTo.heldBy(m, args[at]!)) this.outside.add(object);
      }
    }
    for (const fn of calls.common) this.outside.add(objects.fn(fn));
    for (let object = ObjectSpace.external + 1; object < objects.count; object++) {
      const maker = objectMaker(graph, object);
      if (typeof maker === 'number' && loading.runsAtLoad(functionId(maker))) this.hold(ObjectSpace.any, [object]);
    }
    this.outside.delete(ObjectSpace.any);
  }

  /** Does a call hand its arguments to code that is not of the program and may keep them? */
  private isGivenAway(call: number): boolean {
    const { program, pointers } = this.graph;
    const { module: m, index, builtIn } = pointers.calls.call(call);
    if (builtIn === null) return true;
    const { calls, strings } = program.modules[m]!;
    if (keepers.has(strings[calls.property[index]!] ?? '') || keepers.has(strings[calls.global[index]!] ?? ''))
      return true;
    // Something from outside may have a method of the same name.
    const isMethod = calleeKinds[calls.callee[index]!] === 'method' && calls.global[index]! < 0;
    const receiver = isMethod ? calls.target[index]! : -1;
    return receiver >= 0 && pointers.pointsTo.heldBy(m, receiver).includes(ObjectSpace.external);
  }
}

export function isModuleKind(kind: string): boolean {
  return kind === 'module' || kind === 'namespace';
}

/** Functions of the language that call later what they are given. */
const keepers = new Set(['setTimeout', 'setInterval', 'setImmediate', 'queueMicrotask', 'then', 'catch', 'finally']);

function eachGlobalSet({ constraints }: ModuleFacts, visit: (name: number, variable: number) => void): void {
  for (let at = 0; at < constraints.length; at += 1 + constraintWidth[constraints[at]!]!) {
    if (constraints[at] === constraintKinds.setGlobal) visit(constraints[at + 1]!, constraints[at + 2]!);
  }
}
