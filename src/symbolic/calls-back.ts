import { attempt } from './attempt';
import type { Closure } from './closure';
import type { CallBack } from './heap-object';
import { isInert } from './inert-functions';
import type { FunctionInputs, InputType } from './input-type';
import { anything } from './inputs/anything';
import { isNothing, leftBehind } from './left-behind';
import type { Location } from './location';
import type { Machine } from './machine';
import { moduleFrame } from './module-frame';
import type { GivenToOutside } from './state';
import { isSymbolKey, objectValue, undefinedValue, type Ref, type Value } from './value';

/** When functions of the outside call what they were given. */
type When = 'before it returns' | 'while something waits';

/**
 * Functions of the program that a call to the outside, which gives `at`, may call before it returns, and later on. Those to
 * which it makes no difference when they are called are none of them: they are left to be called when all is done.
 */
export function givenFunctions(
  machine: Machine,
  at: Location,
  args: readonly Value[],
  call: GivenToOutside['call'],
): readonly GivenToOutside[] {
  const { callBackInputs } = machine.world;
  if (callBackInputs === undefined || machine.effect(moduleFrame) !== null) return [];
  const found = functionsAmong(machine, args).flatMap(({ keys, fn, holder, closure, bound }): GivenToOutside[] => {
    if (closure !== null && bound === null && isInert(machine, closure)) return [];
    const inputs = closure === null ? oneOfAnything : callBackInputs(closure);
    if (inputs === null) return [];
    const params = inputs.params.slice(bound ?? 0);
    const seen = machine.effect((state) => state.fork());
    return [{ at, keys, fn, holder, inputs: { ...inputs, params }, call, seen }];
  });
  if (found.length > 0) {
    machine.effect((state) => {
      state.given = [...state.given, ...found];
    });
  }
  return found;
}

/** What resolves a promise takes anything. */
const oneOfAnything: FunctionInputs = {
  params: [{ name: 'value', type: anything, optional: true, rest: false }],
  receiver: null,
  preconditions: [],
  widened: [],
};

/**
 * What earlier calls were given, the outside may call in any later one: where something has changed since it could last do so, it
 * makes a difference.
 */
export function callEarlier(machine: Machine, by: Location): readonly CallBack[] {
  const others = machine.effect((state) => state.given.filter(({ at }) => at !== by));
  return others.flatMap((given) => {
    const isNews = machine.effect((state) => {
      const isChanged = !isNothing(leftBehind(given.seen, state));
      if (isChanged)
        state.given = state.given.map((each) => (each === given ? { ...given, seen: state.fork() } : each));
      return isChanged;
    });
    if (!isNews) return [];
    const made = callBack(machine, given, 'before it returns', by);
    return made.map((back) => Object.assign({}, back, { of: given.call?.order ?? null }));
  });
}

/** A function of the outside calls what it was given, or does not, and looks at what it gets. */
export function callBack(
  machine: Machine,
  given: GivenToOutside,
  when: When,
  by: Location = given.at,
): readonly CallBack[] {
  const made: CallBack[] = [];
  const most = mostTimes(machine);
  for (;;) {
    if (machine.effect(({ calledBack }) => calledBack) >= most) {
      machine.note({
        kind: 'stated',
        what: `functions of the outside call what they are given no more than ${most} times`,
      });
      return made;
    }
    const number = machine.effect((state) => state.calledBack);
    const waiting = when === 'before it returns' ? '' : ' later';
    const called = by === given.at ? nameOf(given.keys) : `${nameOf(given.keys)} of ${given.at.name}`;
    const what = `${by.name} calls ${called}${made.length === 0 ? '' : ' again'}${waiting}`;
    // Fewer calls make a plainer example.
    if (machine.decide(machine.terms.not(machine.terms.symbol(what, 'bool')))) return made;
    const before = machine.effect((state) => {
      state.calledBack++;
      return state.fork();
    });
    const args = argumentsOf(machine, given, number);
    const outcome = attempt(() => machine.call(given.fn, given.holder, args));
    const [verb, value] =
      outcome.kind === 'threw' ? (['catches', outcome.error] as const) : (['gets', outcome.value] as const);
    machine.recordOutside({ callee: `${by.name} ${verb}`, args: [value] });
    made.push({ keys: given.keys, args, threw: outcome.kind === 'threw', isLater: waiting !== '' });
    if (machine.effect((state) => isNothing(leftBehind(before, state)))) return made;
  }
}

/** On one path. */
function mostTimes({ world: { limits } }: Machine): number {
  return limits.loops < 4 ? 1 : 2;
}

function argumentsOf(machine: Machine, { at, keys, inputs }: GivenToOutside, turn: number): readonly Value[] {
  return inputs.params.map(({ name, type, optional, rest }, index): Value => {
    const step = { kind: 'given', to: nameOf(keys), turn, index, name } as const;
    const own = rest ? elementOf(type) : type;
    return { kind: 'input', location: machine.world.locations.child(at, step, own, optional && !rest) };
  });
}

function elementOf(type: InputType): InputType {
  const [member] = type.members;
  return member?.kind === 'array' ? member.element() : type;
}

interface FoundFunction extends Pick<GivenToOutside, 'keys' | 'fn' | 'holder'> {
  /** Null for what resolves a promise. */
  readonly closure: Closure | null;
  /** With how many arguments it is bound; null where it is not. */
  readonly bound: number | null;
}

/** How deep functions are looked for in what a call is given. */
const mostKeys = 4;

/** Functions of the program among the arguments, and in objects and lists of the program that are. */
function functionsAmong(machine: Machine, args: readonly Value[]): readonly FoundFunction[] {
  const met = new Set<Ref>();
  const within = (value: Value, keys: GivenToOutside['keys'], holder: Value): readonly FoundFunction[] => {
    if (value.kind !== 'object' || met.has(value.ref)) return [];
    met.add(value.ref);
    const own = functionAt(machine, keys, value.ref, holder);
    if (own !== null) return [own];
    if (keys.length >= mostKeys) return [];
    return partsOf(machine, value.ref).flatMap(([key, part]) => within(part, [...keys, key], value));
  };
  return args.flatMap((arg, index) => within(arg, [index], undefinedValue));
}

type Part = readonly [key: string | number, value: Value];

/** With methods of classes of the program. */
function partsOf(machine: Machine, ref: Ref): readonly Part[] {
  const { internal, input, proto } = machine.object(ref);
  if (input !== null) return [];
  if (internal.kind === 'array') return internal.elements.sorted();
  if (internal.kind !== 'plain') return [];
  const parts = new Map<string, Value>();
  // What belongs to the language itself has a negative number.
  for (let at: Ref | null = ref; at !== null && at > 0; at = at === ref ? proto : machine.object(at).proto) {
    for (const [id, property] of machine.object(at).properties.sorted()) {
      const key = machine.world.keys.textOf(id);
      if (property.kind !== 'data' || isSymbolKey(key) || key === 'constructor' || parts.has(key)) continue;
      parts.set(key, property.value);
    }
  }
  return [...parts];
}

function functionAt(machine: Machine, keys: GivenToOutside['keys'], ref: Ref, holder: Value): FoundFunction | null {
  const { internal } = machine.object(ref);
  const found = { keys, fn: objectValue(ref), holder };
  if (internal.kind === 'closure') {
    const { closure } = internal;
    return closure.construction === null ? { ...found, closure, bound: null } : null;
  }
  if (internal.kind !== 'bound') return null;
  const target = machine.object(internal.target).internal;
  if (target.kind === 'builtin') return { ...found, closure: null, bound: 0 };
  const own = functionAt(machine, keys, internal.target, internal.receiver);
  return own === null ? null : { ...own, ...found, bound: (own.bound ?? 0) + internal.args.length };
}

/** `argument 1`, `next of argument 1`. */
function nameOf([index, ...keys]: GivenToOutside['keys']): string {
  return [...keys.toReversed(), `argument ${Number(index) + 1}`].join(' of ');
}
