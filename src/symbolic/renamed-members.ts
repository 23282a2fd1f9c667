import type { ClassIr } from '#ir/cfg';
import type { RenamedMember } from '#ir/renamed-members';
import type { Closure } from './closure';
import type { HeapObject } from './heap-object';
import type { Machine } from './machine';
import { memberName } from './object-changes';
import { isSymbolKey, type PropertyKeyText, type Ref } from './value';

type Heap = Pick<Machine, 'world' | 'object'>;

/** Whether an object has something under a key that its class calls like that: `#n` stands for a private member of the language. */
export function isKeyOf(name: string, key: PropertyKeyText): boolean {
  return isSymbolKey(key) ? memberName('', key) === `.${name}` : name === key;
}

export interface RenamedIn {
  readonly className: string;
  readonly member: RenamedMember;
  /** Of the class whose prototype the object is, or which it is. */
  readonly isOwn: boolean;
}

/** Members that the other version of an object's class, or of one above it, calls otherwise; of a class itself, its static ones. */
export function renamedOf(machine: Heap, ref: Ref): readonly RenamedIn[] {
  const { renamed } = machine.world;
  if (renamed === undefined) return [];
  const object = machine.object(ref);
  const isClass = object.internal.kind === 'closure' && object.internal.closure.construction !== null;
  const classes = isClass ? classAt(object, true) : classesOf(machine, object);
  return classes.flatMap(({ path, klass, isOwn }) =>
    renamed
      .of(path, klass.index)
      .flatMap((member) => (member.isStatic === isClass ? [{ className: klass.name, member, isOwn }] : [])),
  );
}

interface FoundClass {
  readonly path: string;
  readonly klass: ClassIr;
  readonly isOwn: boolean;
}

/** By the constructors that the object and its prototypes name. */
function classesOf(machine: Heap, object: HeapObject): readonly FoundClass[] {
  const id = machine.world.keys.idOf('constructor');
  const found: FoundClass[] = [];
  for (let at: HeapObject | null = object; at !== null; at = at.proto === null ? null : machine.object(at.proto)) {
    const property = at.properties.get(id);
    if (property?.kind === 'data' && property.value.kind === 'object') {
      found.push(...classAt(machine.object(property.value.ref), at === object));
    }
  }
  return found;
}

function classAt({ internal }: HeapObject, isOwn: boolean): readonly FoundClass[] {
  const klass = internal.kind === 'closure' ? classOf(internal.closure) : undefined;
  return internal.kind === 'closure' && klass !== undefined
    ? [{ path: internal.closure.module.path, klass, isOwn }]
    : [];
}

function classOf({ module, fn, construction }: Closure): ClassIr | undefined {
  return construction === null ? undefined : module.classes.find(({ constructorFn }) => constructorFn === fn.index);
}
