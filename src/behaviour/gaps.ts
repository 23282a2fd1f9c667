import { listed, type CutReason, type Note, type State } from '#symbolic/state';

/** Inputs of which it is not known whether the versions behave alike, or only under an assumption that is to be stated (`assumed`). */
export interface Gap {
  readonly kind: 'bound' | 'unknown' | 'assumed';
  readonly why:
    | CutReason
    | { readonly kind: 'doubt'; readonly what: string }
    | { readonly kind: 'note'; readonly note: Note }
    /** What was handed on can be called more often than was tried. */
    /** So many calls were made, one after the other. */
    | { readonly kind: 'later-calls'; readonly most: number };
  /** A state whose model is one of the inputs. */
  readonly state: State;
}

/** Cuts beyond which nothing is known; a promise that never settles is an end like any other. */
export function cutOf({ completion }: State): CutReason | null {
  return completion?.kind === 'cut' && completion.reason.kind !== 'never-settles' ? completion.reason : null;
}

/** A path that was followed up to a bound says nothing of inputs below it that it does not stand for. */
export function gapOf(why: CutReason, state: State): Gap {
  const isBound = why.kind === 'loop-bound' || why.kind === 'recursion-bound';
  const rest = isBound ? restingOn(state, state).find(({ kind }) => kind === 'unknown') : undefined;
  return rest ?? { kind: isBound ? 'bound' : 'unknown', why, state };
}

/** Notes because of which the outcomes of these paths, alike or not, are not known to be those of all their inputs. */
export function restingOn(second: State, first: State): Gap[] {
  const notes = [...listed(first.notes), ...listed(second.notes)].map(({ note }) => note);
  const blocking = notes.find(isBlocking);
  return blocking === undefined ? stated(notes, second) : [unknownBy(blocking, second)];
}

/** Notes since the start because of which other inputs than that of a path may not leave the change aside as it does. */
export function leftAside(end: State, start: State): Gap[] {
  const noted = [...listed(end.notes)].slice(listed(start.notes).length);
  const blocking = noted.find(({ note }) => isBlocking(note))?.note;
  // What modules took for granted when they were loaded may be why the path does not get to the change.
  return blocking === undefined
    ? stated(
        listed(end.notes).map(({ note }) => note),
        end,
      )
    : [unknownBy(blocking, end)];
}

function unknownBy(note: Note, state: State): Gap {
  return { kind: 'unknown', why: { kind: 'note', note }, state };
}

function stated(notes: readonly Note[], state: State): Gap[] {
  const found = new Map(notes.filter(({ kind }) => kind === 'stated').map((note) => [note.what, note]));
  return [...found.values()].map((note) => ({ kind: 'assumed', why: { kind: 'note', note }, state }));
}

/** What the outside gives is the same in both versions as long as they ask the same; the rest is not known to be. */
export function isBlocking(note: Note): boolean {
  const { kind } = note;
  if (kind === 'undecided' || kind === 'stated' || kind === 'opaque') return false;
  return !isAboutOutside(note);
}

/** What it gives is left open: any value, or an error. */
export function isAboutOutside({ kind, what }: Note): boolean {
  return kind === 'assumed' && /^what .+ gives$/.test(what);
}
