import { listed, type CutReason, type Note, type State } from '#symbolic/state';

/** Inputs of which it is not known whether the versions behave alike. */
export interface Gap {
  readonly kind: 'bound' | 'unknown';
  readonly why:
    | CutReason
    | { readonly kind: 'doubt'; readonly what: string }
    | { readonly kind: 'note'; readonly note: Note }
    /** What was handed on can be called more often than was tried. */
    | { readonly kind: 'later-calls' };
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
  const [rest] = isBound ? restingOn(state, state) : [];
  return rest ?? { kind: isBound ? 'bound' : 'unknown', why, state };
}

/** Notes because of which the outcomes of these paths, alike or not, are not known to be those of all their inputs. */
export function restingOn(second: State, first: State): Gap[] {
  const notes = [...listed(first.notes), ...listed(second.notes)].map(({ note }) => note);
  const blocking = notes.find(isBlocking);
  return blocking === undefined ? [] : [{ kind: 'unknown', why: { kind: 'note', note: blocking }, state: second }];
}

/** Notes since the start because of which other inputs than that of a path may not leave the change aside as it does. */
export function leftAside(end: State, start: State): Gap[] {
  const noted = [...listed(end.notes)].slice(listed(start.notes).length);
  const blocking = noted.find(({ note }) => isBlocking(note))?.note;
  return blocking === undefined ? [] : [{ kind: 'unknown', why: { kind: 'note', note: blocking }, state: end }];
}

/** What the outside gives is the same in both versions as long as they ask the same; the rest is not known to be. */
function isBlocking({ kind, what }: Note): boolean {
  if (kind === 'undecided') return false;
  return !/^what .+ gives$/.test(what);
}
