/** Where a first call differs already, no further ones are made. */
export const onlyFirst = 'nothing was called before: what earlier calls leave behind was not looked at';

export const unchanged = 'nobody changes what was handed in before the next call';

export const undisturbed = 'nobody else changes what was handed in while it waits';

export const unseen = 'nobody looks at what it has done before all that it waits for is settled';

export const inTheEnd = 'nobody calls what it gives before all that it has set off is done';

export const asInCallsShown = 'the outside gives nothing else than in calls like those that were run';

export const sameFunctions = 'nobody outside compares functions that it is given with each other';

/** What is assumed of callers says nothing of the inputs that were tried. */
export function isAboutCallers(what: string): boolean {
  return what === unchanged || what === inTheEnd || what === sameFunctions;
}

export const leftAlone =
  'nobody changes what it looks at, or looks at what it has done, before all values that it gives are taken';

export const allTaken = 'whoever calls it takes all values that it gives';

/** That others leave alone what a function finds in variables of modules. */
export function noOtherCode(name: string): string {
  return `${aboutState}${name}`;
}

export function isAboutState(remark: string): boolean {
  return remark.startsWith(aboutState);
}

const aboutState = 'no other code changes ';

/** Of a function that another one has made: its variables hold what that was given. */
export const asMadeAtLoad = noOtherCode('what it was made with');
