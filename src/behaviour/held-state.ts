import type { CellId, Closure } from '#symbolic/closure';
import { moduleVariables } from '#symbolic/describe-effects';
import type { HeapObject } from '#symbolic/heap-object';
import type { World } from '#symbolic/machine';
import { memberName } from '#symbolic/object-changes';
import { isKeyOf, renamedOf, type RenamedIn } from '#symbolic/renamed-members';
import type { State } from '#symbolic/state';
import type { Ref, Value } from '#symbolic/value';
import { variablesAround } from '#symbolic/variables-around';
import { unnamed } from './renamed-keys';

/** What modules keep from one call to the next, by names that reach it: the same names in both versions. */
export interface HeldState {
  readonly objects: Named<Ref>;
  readonly cells: Named<CellId>;
  /** Names of variables of modules. */
  readonly variables: ReadonlySet<string>;
  /** Names that are those of the head in both versions, and what is taken for granted then. */
  readonly renamed: ReadonlyMap<string, string>;
}

/** Things with a name each. */
export class Named<Id extends number> {
  readonly #names = new Map<Id, string>();
  readonly #ids = new Map<string, Id>();
  readonly #hidden = new Set<string>();

  get size(): number {
    return this.#names.size;
  }

  has(id: Id): boolean {
    return this.#names.has(id);
  }

  nameOf(id: Id): string | undefined {
    return this.#names.get(id);
  }

  idOf(name: string): Id | undefined {
    return this.#ids.get(name);
  }

  /** Whether a run does not show it: only functions lead there. */
  isHidden(name: string): boolean {
    return this.#hidden.has(name);
  }

  /** Where something else has the name, it gets a number: variables of blocks inside of one another may be called the same. */
  add(id: Id, wanted: string, isHidden: boolean): void {
    let name = wanted;
    for (let number = 2; this.#ids.has(name); number++) name = `${wanted} (${number})`;
    if (isHidden) this.#hidden.add(name);
    this.#names.set(id, name);
    this.#ids.set(name, id);
  }
}

/** More objects than these are not named: when one of the others changes, nothing is known of it. */
const mostObjects = 5_000;

/**
 * Everything that module variables lead to once the modules are loaded: objects through their properties, elements, entries and
 * prototypes, and variables that functions have around them. Nearest names first. So does everything that `others` lead to.
 */
export function heldState(
  world: World,
  start: State,
  headPath: (path: string) => string,
  others: readonly (readonly [Ref, string])[] = [],
): HeldState {
  const walk = new Walk(world, start);
  for (const { name, cell, path } of moduleVariables(world, start))
    walk.meetVariable(cell, `${name} of ${headPath(path)}`);
  for (const [id, { commonJs }] of start.modules.sorted()) {
    if (commonJs !== null) walk.meetObject(commonJs, `exports of ${headPath(world.keys.textOf(id))}`);
  }
  for (const [ref, name] of others) walk.meetObject(ref, name);
  walk.run(exportsVariables(world, start, headPath));
  return walk;
}

/** Of modules of CommonJS. A run does not show them: it shows `module.exports`. */
function exportsVariables(
  world: World,
  { modules }: State,
  headPath: (path: string) => string,
): (readonly [CellId, string])[] {
  return modules
    .sorted()
    .flatMap(([id, { exportsCell }]) =>
      exportsCell === null ? [] : [[exportsCell, `variable exports of ${headPath(world.keys.textOf(id))}`] as const],
    );
}

class Walk implements HeldState {
  readonly objects = new Named<Ref>();
  readonly cells = new Named<CellId>();
  readonly variables = new Set<string>();
  readonly renamed = new Map<string, string>();
  readonly #world: World;
  readonly #start: State;
  readonly #waiting: (readonly [Ref, string])[] = [];
  readonly #closures: (readonly [Closure, string])[] = [];
  #isHidden = false;

  constructor(world: World, start: State) {
    this.#world = world;
    this.#start = start;
  }

  run(hidden: readonly (readonly [CellId, string])[]): void {
    this.#walk();
    // What has a name that a run shows has it by now.
    this.#isHidden = true;
    for (const [cell, name] of hidden) this.meetCell(cell, name);
    for (const [closure, name] of this.#closures) this.#lookAround(closure, name);
    this.#walk();
  }

  #walk(): void {
    for (let next = this.#waiting.shift(); next !== undefined; next = this.#waiting.shift()) {
      const [ref, name] = next;
      const object = this.#start.heap.get(ref);
      if (object !== undefined) this.#lookInto(object, name, this.#renamedOf(ref));
    }
  }

  meetVariable(cell: CellId, name: string): void {
    this.variables.add(name);
    this.meetCell(cell, name);
  }

  meetCell(cell: CellId, name: string): void {
    if (this.cells.has(cell)) return;
    this.cells.add(cell, name, this.#isHidden);
    this.#meet(this.#start.cells.get(cell), name);
  }

  meetObject(ref: Ref | null, name: string): void {
    if (ref === null || ref <= 0 || this.objects.has(ref) || this.objects.size >= mostObjects) return;
    this.objects.add(ref, name, this.#isHidden);
    this.#waiting.push([ref, name]);
  }

  #meet(value: Value | null | undefined, name: string): void {
    if (value?.kind === 'object') this.meetObject(value.ref, name);
  }

  #renamedOf(ref: Ref): readonly RenamedIn[] {
    const object = (at: Ref): HeapObject => this.#start.heap.get(at) ?? this.#world.realm.object(at);
    return renamedOf({ world: this.#world, object }, ref);
  }

  #lookInto({ properties, proto, internal }: HeapObject, name: string, renamed: readonly RenamedIn[]): void {
    for (const [id, property] of properties.sorted()) {
      const own = this.#world.keys.textOf(id);
      const found = renamed.find(({ member: { base, head } }) => isKeyOf(base, own) || isKeyOf(head, own));
      const member =
        found === undefined ? (memberName(name, own) ?? `${name}[${own}]`) : `${name}.${found.member.head}`;
      if (found !== undefined) this.renamed.set(member, unnamed(found.className, [found.member]));
      if (property.kind === 'data') this.#meet(property.value, member);
      if (property.kind !== 'accessor') continue;
      this.meetObject(property.get, `get ${member}`);
      this.meetObject(property.set, `set ${member}`);
    }
    this.#lookIntoContents(internal, name);
    this.meetObject(proto, `prototype of ${name}`);
  }

  #lookIntoContents(internal: HeapObject['internal'], name: string): void {
    switch (internal.kind) {
      case 'array':
        for (const [index, element] of internal.elements.sorted()) this.#meet(element, `${name}[${index}]`);
        return;
      case 'map':
      case 'set':
      case 'weak-map':
      case 'weak-set':
        internal.entries.forEach((entry, index) => {
          this.#meet(entry?.key, `key ${index} of ${name}`);
          this.#meet(entry?.value, `entry ${index} of ${name}`);
        });
        return;
      case 'closure':
        if (this.#isHidden) this.#lookAround(internal.closure, name);
        else this.#closures.push([internal.closure, name]);
        return;
      case 'bound':
        this.meetObject(internal.target, `target of ${name}`);
        this.#meet(internal.receiver, `receiver of ${name}`);
        internal.args.forEach((arg, index) => this.#meet(arg, `argument ${index} of ${name}`));
        return;
      case 'view':
        this.meetObject(internal.buffer, `buffer of ${name}`);
        return;
      case 'promise':
        if (internal.promise.kind === 'fulfilled') this.#meet(internal.promise.value, `value of ${name}`);
        return;
      default:
        return;
    }
  }

  #lookAround(closure: Closure, name: string): void {
    for (const { binding, cell } of variablesAround(closure)) this.meetCell(cell, `${binding.name} around ${name}`);
    if (closure.outer !== null) this.meetCell(closure.outer.receiver, `this around ${name}`);
  }
}
