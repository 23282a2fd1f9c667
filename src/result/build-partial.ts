import type { ChangeVerdicts } from '#behaviour/compared-change';
import type { NotCompared } from './judgements';
import type { PartialResult } from './partial-result';

/** The stages that may be cut off, and whether they came to their end. */
export interface Finished {
  readonly files: boolean;
  readonly pointers: boolean;
  readonly slices: boolean;
  readonly behaviour: ChangeVerdicts | NotCompared;
}

/** Null when nothing was cut off. */
export function buildPartial({ files, pointers, slices, behaviour }: Finished): PartialResult | null {
  const missing = [
    ...(files ? [] : ['not all files were read']),
    ...(pointers ? [] : ['what calls may run was not worked out to the end']),
    ...(slices ? [] : ['what the change can reach was not followed to the end']),
    ...missingBehaviour(behaviour),
  ];
  const interrupted = typeof behaviour !== 'string' && behaviour.interrupted;
  return missing.length === 0 && !interrupted ? null : { cause: interrupted ? 'interrupted' : 'time', missing };
}

function missingBehaviour(behaviour: ChangeVerdicts | NotCompared): string[] {
  if (typeof behaviour === 'string') return behaviour === 'no time' ? ['behaviour was not compared'] : [];
  const { functions, shortened, modules } = behaviour.missing;
  return [
    ...(shortened === 0 ? [] : [`${functionsWith(shortened, 'has', 'have')} more paths than there was time for`]),
    ...(functions === 0 ? [] : [`${functionsWith(functions, 'was', 'were')} not compared`]),
    ...(modules === 0 ? [] : [`${modules} ${modules === 1 ? 'module was' : 'modules were'} not run`]),
  ];
}

function functionsWith(amount: number, one: string, several: string): string {
  return `${amount} ${amount === 1 ? `function ${one}` : `functions ${several}`}`;
}
