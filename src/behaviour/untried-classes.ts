import type { Subclass } from '#symbolic/input-type';
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
  const { askedOf } = worlds.head;
  const tried = new Set<Subclass>();
  for (let inputs = declared; ;) {
    askedOf?.clear();
    const compared = await compare(inputs);
    const asked = [...(askedOf ?? [])].filter((subclass) => isInBoth(worlds, subclass));
    if (asked.length === 0) return { compared, inputs };
    if (!isSame(compared)) return { compared: withRemark(compared, asked), inputs };
    // One that is asked for again is met where inputs are not as they were given: of a function that is handed on, say.
    const isTooFar = asked.some((subclass) => tried.has(subclass)) || tried.size + asked.length > mostSubclasses;
    if (isTooFar) {
      const problem = `instances of ${namesOf(asked)} may be handed in, and were not tried`;
      return { compared: { ...compared, problem }, inputs };
    }
    for (const subclass of asked) tried.add(subclass);
    const wider = withSubclasses(declared.inputs, (subclass) => tried.has(subclass));
    inputs = { ...declared, inputs: { ...wider, unnamed: [...tried] } };
  }
}

/** What is said of other inputs is said of instances of the classes that types name. */
function withRemark<Compared extends Result>(compared: Compared, asked: readonly Subclass[]): Compared {
  if (compared.behaviours.length === 0) return compared;
  return { ...compared, remarks: [...compared.remarks, `no instance of ${namesOf(asked)} is handed in`] };
}

function isInBoth({ base, head }: PairWorlds, { class: reference }: Subclass): boolean {
  return [base, head].every(({ source }) => source.classAt === undefined || source.classAt(reference) !== null);
}

function namesOf(classes: readonly Subclass[]): string {
  const names = [...new Set(classes.map(({ name }) => name))];
  if (names.length <= 3) return names.join(', ');
  return `${names.slice(0, 3).join(', ')} and ${names.length - 3} more classes`;
}
