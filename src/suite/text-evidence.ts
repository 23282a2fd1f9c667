import type { FunctionRef } from '#change/change-set';
import { bareClasses, type Recording } from '#trace/recording';
import type { Cause } from './cause';
import type { ComparedVersions } from './load-effects';
import { functionOf, type Version } from './versions';

/** Was it watched, for every test, of which functions the text is asked for? */
export function areTextsKnown({ texts, modules, executions }: Recording): boolean {
  return (
    texts !== undefined &&
    modules.every((module) => module.texts !== undefined) &&
    executions.every((execution) => execution.texts !== undefined)
  );
}

/** Would the recording show for certain that somebody has asked for the text of a function? Classes may be compiled to something else. */
export function isTextWatched(version: Version, ref: FunctionRef): boolean {
  const numbers = numbersInText(version, ref);
  return numbers.length > 0 && !numbers.includes(bareClasses);
}

/**
 * By which numbers the recording would show that somebody has asked for the text of a function. A class whose constructor is not written is known
 * by whatever is written in it. Nothing of functions that a compiler left no trace of.
 */
function numbersInText({ loaded: { program }, recorded }: Version, { module, fn }: FunctionRef): number[] {
  const id = functionOf(program, { module, fn });
  const own = id === undefined ? 'new' : recorded(id);
  if (typeof own === 'number') return [own];
  const klass = fn.classIndex === null ? undefined : module.classes[fn.classIndex];
  if (fn.kind !== 'constructor' || klass === undefined) return [];
  const inside = module.functions.filter(({ index, start, end }) => {
    return index !== fn.index && start >= klass.start && end <= klass.end;
  });
  const numbers = inside.flatMap((inner) => {
    const number = functionOf(program, { module, fn: inner });
    const known = number === undefined ? 'new' : recorded(number);
    return typeof known === 'number' ? [known] : [];
  });
  if (numbers.length > 0) return numbers;
  return id !== undefined && own === 'unseen' ? [bareClasses] : [];
}

/**
 * Tests that asked for a text that is another now. Up to there a test that runs nothing which has changed goes as it was recorded, so that
 * it asks for what it was seen to ask for. Functions that are gone or have changed count as well: a text may consist of several.
 */
export function textEffects({ base, head, changes }: ComparedVersions, recording: Recording): Cause[] {
  const { texts: outside = [], modules, executions } = recording;
  const asked = new Set([
    ...outside,
    ...modules.flatMap(({ texts = [] }) => texts),
    ...executions.flatMap(({ texts = [] }) => texts),
  ]);
  if (asked.size === 0) return [];
  const changed = [
    ...changes.described.filter(({ text }) => text),
    ...changes.functions.filter(({ status }) => status !== 'unchanged'),
  ];
  const found = new Map<number, Cause>();
  for (const { base: before, head: after } of changed) {
    const ref = after ?? before;
    if (ref === null) continue;
    const numbers = new Set([
      ...(before === null ? [] : numbersInText(base, before)),
      ...(after === null ? [] : numbersInText(head, after)),
    ]);
    for (const number of numbers) {
      if (!asked.has(number) || found.has(number)) continue;
      const isAsked = ({ texts = [] }: { readonly texts?: readonly number[] }): boolean => texts.includes(number);
      found.set(number, {
        kind: 'text',
        subject: `${ref.module.path}#${ref.fn.qualifiedName}`,
        effect: 'may ask for its text',
        tests: executions.flatMap((execution, test) => (isAsked(execution) ? [test] : [])),
        modules: modules.flatMap((module, m) => (isAsked(module) ? [m] : [])),
        everyone: outside.includes(number),
      });
    }
  }
  return [...found.values()];
}
