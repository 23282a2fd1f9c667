import type { FunctionInputs, Subclass } from '#symbolic/input-type';
import { withSubclasses } from '#symbolic/inputs/with-subclasses';
import type { PairInputs } from './pair-inputs';
import type { PairWorlds } from './pair-worlds';

/** More classes below those that types name would make too many kinds of one input. */
const mostSubclasses = 16;

interface Result {
  readonly problem: string | null;
  readonly behaviours: readonly unknown[];
  readonly remarks: readonly string[];
}

/**
 * Where a type names a class, its instances are compared first. Where both versions do the same with them, but have looked at what
 * classes below it have in another way (a method that they override, an accessor), instances of these are compared as well.
 */
export async function withUntriedClasses<Compared extends Result>(
  declared: PairInputs,
  worlds: PairWorlds,
  compare: (inputs: PairInputs) => Promise<Compared>,
  isSame: (compared: Compared) => boolean,
): Promise<{ readonly compared: Compared; readonly inputs: PairInputs }> {
  const classes = worlds.head.untried?.classes ?? new Set<Subclass>();
  const tried = new Map<string, Subclass>();
  for (let inputs = declared; ;) {
    classes.clear();
    const compared = await compare(inputs);
    const asked = byClass([...classes].filter((subclass) => isInBoth(worlds, subclass)));
    if (asked.size === 0) return { compared, inputs };
    if (!isSame(compared)) return { compared: withRemark(compared, asked), inputs };
    // One that is asked for again is met where inputs are not as they were given.
    const isTooFar = [...asked.keys()].some((key) => tried.has(key)) || tried.size + asked.size > mostSubclasses;
    if (isTooFar) {
      const problem = `instances of ${namesOf(asked)} may be handed in, and were not tried`;
      return { compared: { ...compared, problem }, inputs };
    }
    for (const [key, subclass] of asked) tried.set(key, subclass);
    inputs = { ...declared, inputs: withUnnamed({ ...declared.inputs, unnamed: [...tried.values()] }) };
  }
}

/** Every function reads types anew: a class is the same by its place. */
function byClass(subclasses: readonly Subclass[]): ReadonlyMap<string, Subclass> {
  return new Map(subclasses.map((subclass) => [placeOf(subclass), subclass]));
}

function placeOf({ class: { path, index } }: Subclass): string {
  return `${path}#${index}`;
}

/** The same inputs with instances of the classes that are among them though no type names them. */
export function withUnnamed(inputs: FunctionInputs): FunctionInputs {
  const { unnamed = [] } = inputs;
  if (unnamed.length === 0) return inputs;
  const places = new Set(unnamed.map(placeOf));
  return withSubclasses(inputs, (subclass) => places.has(placeOf(subclass)));
}

/** What is said of other inputs is said of instances of the classes that types name. */
function withRemark<Compared extends Result>(compared: Compared, asked: ReadonlyMap<string, Subclass>): Compared {
  if (compared.behaviours.length === 0) return compared;
  return { ...compared, remarks: [...compared.remarks, `no instance of ${namesOf(asked)} is handed in`] };
}

function isInBoth({ base, head }: PairWorlds, { class: reference }: Subclass): boolean {
  return [base, head].every(({ source }) => source.classAt === undefined || source.classAt(reference) !== null);
}

function namesOf(classes: ReadonlyMap<string, Subclass>): string {
  const names = [...new Set([...classes.values()].map(({ name }) => name))];
  if (names.length <= 3) return names.join(', ');
  return `${names.slice(0, 3).join(', ')} and ${names.length - 3} more classes`;
}
