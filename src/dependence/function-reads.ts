import { nodeId, type FunctionId, type NodeId } from '#core/ids';
import {
  accessWidth,
  bindingFlags,
  calleeKinds,
  computedProperty,
  constraintKinds as kinds,
  modes,
  places,
  type ModuleFacts,
} from '#ir/facts';
import { callNames } from './call-names';
import { eachConstraint } from './constraints';
import { ObjectSpace } from './object-space';
import type { PointerAnalysis } from './pointers';

/** What a program can see of a function without calling it. */
export type FunctionPart = 'name' | 'length' | 'text';

/** A node that may look at a part of a function, or hand the function to code outside, which may. */
export interface FunctionRead {
  readonly node: NodeId;
  readonly fn: FunctionId;
  readonly part: FunctionPart;
  readonly isOutside: boolean;
}

/** Who may see these parts of these functions. */
export function functionReads(
  pointers: PointerAnalysis,
  wanted: ReadonlyMap<FunctionId, ReadonlySet<FunctionPart>>,
): readonly FunctionRead[] {
  return new FunctionReads(pointers, wanted).all();
}

class FunctionReads {
  private readonly found = new Map<string, FunctionRead>();
  /** Functions that code which is not seen may hand in. */
  private handedOut: readonly FunctionId[] | undefined;
  private readonly common: ReadonlySet<number>;

  constructor(
    private readonly pointers: PointerAnalysis,
    private readonly wanted: ReadonlyMap<FunctionId, ReadonlySet<FunctionPart>>,
  ) {
    this.common = new Set(pointers.calls.common);
  }

  all(): readonly FunctionRead[] {
    this.pointers.program.modules.forEach((module, m) => {
      this.properties(module, m);
      this.conversions(module, m);
      this.calls(module, m);
    });
    return [...this.found.values()];
  }

  private properties(module: ModuleFacts, m: number): void {
    const { strings, accesses, nodes } = module;
    const partsOf = strings.map((text) =>
      text === computedProperty ? bothParts : text === 'name' || text === 'length' ? ([text] as const) : [],
    );
    const called = calledVariables(module);
    for (let node = 0; node < nodes.count; node++) {
      for (let at = accesses.offset[node]!; at < accesses.offset[node + 1]!; at += accessWidth) {
        if (accesses.words[at] !== modes.use || accesses.words[at + 2] !== places.field) continue;
        for (const part of partsOf[accesses.words[at + 4]!] ?? []) {
          const variable = accesses.words[at + 3]!;
          this.readBy(m, node, part, this.pointers.pointsTo.heldBy(m, variable));
          const isKey = strings[accesses.words[at + 4]!] === computedProperty;
          if (!isKey && isOpenVariable(module, variable, part, called)) this.readVaguely(m, node, part, variable);
        }
      }
    }
  }

  /** A variable that holds some object may hold a function that came by way of code outside, or of a test. */
  private readVaguely(m: number, node: number, part: FunctionPart, variable: number): void {
    if (!this.pointers.pointsTo.heldBy(m, variable).includes(ObjectSpace.any)) return;
    this.handedOut ??= this.listHandedOut();
    for (const fn of this.handedOut) this.add(m, node, fn, part, false);
  }

  /** Every edit changes a text, which is not read like that: few functions have to be looked at. */
  private listHandedOut(): readonly FunctionId[] {
    return [...this.wanted].flatMap(([fn, parts]) => {
      const isSeen = parts.has('name') || parts.has('length');
      return isSeen && (this.common.has(fn) || !isOnlyCalled(this.pointers, fn)) ? [fn] : [];
    });
  }

  private readBy(m: number, node: number, part: FunctionPart, held: readonly number[], isOutside = false): void {
    for (const object of held) {
      const fn = this.pointers.objects.functionOf(object);
      if (fn >= 0) this.add(m, node, fn as FunctionId, part, isOutside);
    }
    if (held.includes(ObjectSpace.common))
      for (const fn of this.wanted.keys()) if (this.common.has(fn)) this.add(m, node, fn, part, isOutside);
  }

  /** Every edit changes a text, and nearly every operator could be handed one of too many functions: these do not count. */
  private readText(m: number, node: number, held: readonly number[]): void {
    this.readBy(
      m,
      node,
      'text',
      held.filter((object) => object !== ObjectSpace.common),
    );
  }

  private conversions(module: ModuleFacts, m: number): void {
    const { pointsTo } = this.pointers;
    eachConstraint(module, (kind, words, at) => {
      if (kind === kinds.convert) this.readText(m, words[at + 1]!, pointsTo.heldBy(m, words[at]!));
      if (kind !== kinds.convertPart) return;
      const property = this.pointers.property(m, words[at + 1]!);
      for (const object of pointsTo.heldBy(m, words[at]!))
        this.readText(m, words[at + 2]!, pointsTo.inField(object, property));
    });
  }

  private calls(module: ModuleFacts, m: number): void {
    const { calls, pointsTo } = this.pointers;
    for (let i = 0; i < module.calls.count; i++) {
      const node = module.calls.node[i]!;
      const call = calls.call(calls.base[m]! + i);
      const names = callNames(module, i);
      const isMethod = calleeKinds[module.calls.callee[i]!] === 'method';
      if (names.property === 'toString' && isMethod && call.targetCount === 0)
        this.readText(m, node, pointsTo.heldBy(m, module.calls.target[i]!));
      if (call.targetCount > 0) continue;
      const isReflecting = reflecting.has(names.qualified);
      const parts: readonly FunctionPart[] =
        call.builtIn === null || isReflecting ? bothParts : call.builtIn.converts === 'arguments' ? ['text'] : [];
      for (let at = module.calls.argOffset[i]!; at < module.calls.argOffset[i + 1]!; at += 2) {
        const variable = module.calls.args[at]!;
        if (variable < 0) continue;
        const held = pointsTo.heldBy(m, variable);
        for (const part of parts) {
          if (part === 'text') this.readText(m, node, held);
          else this.readBy(m, node, part, held, !isReflecting);
        }
      }
    }
  }

  private add(m: number, node: number, fn: FunctionId, part: FunctionPart, isOutside: boolean): void {
    if (this.wanted.get(fn)?.has(part) !== true) return;
    const id = nodeId(this.pointers.program.nodeBase[m]! + node);
    const key = `${id} ${fn} ${part}`;
    if (!this.found.has(key)) this.found.set(key, { node: id, fn, part, isOutside });
  }
}

const bothParts: readonly FunctionPart[] = ['name', 'length'];

/** Functions of the language that give the properties of their argument. */
const reflecting: ReadonlySet<string> = new Set([
  'Reflect.get',
  'Reflect.getOwnPropertyDescriptor',
  'Object.getOwnPropertyDescriptor',
  'Object.getOwnPropertyDescriptors',
]);

function calledVariables({ calls }: ModuleFacts): ReadonlySet<number> {
  const found = new Set<number>();
  for (let i = 0; i < calls.count; i++) if (calleeKinds[calls.callee[i]!] === 'value') found.add(calls.target[i]!);
  return found;
}

/**
 * May a variable with some object in it be meant to hold functions? Names are read of anything that is not declared to be something
 * else; everything has a length, so there the variable has to be called, too.
 */
function isOpenVariable(
  { bindings }: ModuleFacts,
  variable: number,
  part: FunctionPart,
  called: ReadonlySet<number>,
): boolean {
  if (called.has(variable)) return true;
  return part === 'name' && variable < bindings.count && (bindings.flags[variable]! & bindingFlags.annotated) === 0;
}

/** Nobody but its own variable holds the function, and that is used for nothing but calls, by itself or by the language. */
function isOnlyCalled({ program, pointsTo, objects, calls }: PointerAnalysis, fn: FunctionId): boolean {
  const { module, moduleIndex } = program.locate(fn);
  const object = objects.fn(fn);
  const holders: number[] = [];
  for (let b = 0; b < module.bindings.count; b++) if (pointsTo.heldBy(moduleIndex, b).includes(object)) holders.push(b);
  const [holder] = holders;
  if (holder === undefined || holders.length > 1) return false;
  if ((module.bindings.flags[holder]! & bindingFlags.linked) !== 0) return false;
  const { words } = module.accesses;
  let uses = 0;
  for (let at = 0; at < words.length; at += accessWidth) {
    if (words[at] === modes.use && words[at + 2] === places.binding && words[at + 3] === holder) uses++;
  }
  const { count, callee, target, argOffset, args } = module.calls;
  for (let i = 0; i < count; i++) {
    if (calleeKinds[callee[i]!] === 'value' && target[i] === holder) uses--;
    for (const { arg } of calls.call(calls.base[moduleIndex]! + i).builtIn?.calls ?? []) {
      const at = argOffset[i]! + 2 * arg;
      if (at < argOffset[i + 1]! && args[at] === holder) uses--;
    }
  }
  return uses === 0;
}
