import type { ClassIr, FunctionIr, ModuleIr } from '#ir/cfg';
import type { LoadedProgram } from '#ir/load-program';
import { knownParams } from '#symbolic/inputs/known-params';
import { typeSourceOf } from '#symbolic/inputs/type-source';
import { functionOf, type FunctionVersion } from '../function-pair';
import type { ChangeSeen } from './change-seen';
import { selfName, type Part } from './steps';

/** Members of the class that a function belongs to, to be called before it and after it on the same instance. */
export interface MembersAround {
  readonly before: readonly Part[];
  readonly after: readonly Part[];
  /** Of the function itself. */
  readonly isChanged: boolean;
}

/**
 * What has changed itself is called amid what has not, so that nothing else shows; others that may run the change, or see what it has
 * left behind, after all kinds of calls. Those that can do neither show nothing of their own.
 */
export function membersAround(version: FunctionVersion, seen: ChangeSeen): MembersAround {
  const { path, index } = version;
  const runsChange = seen.mayRun(path, index);
  const isChanged = seen.isChanged(path, index);
  if (!runsChange && !seen.maySee(path, index)) return { before: [], after: [], isChanged };
  const members = membersOfClass(version, seen);
  // Where nothing else has changed, whoever runs it shows nothing else.
  const isAlone = seen.isOnlyChange(path, index);
  const own = members.filter(({ part, fn }) => isAlone || !part.runsChange || fn === index).map(({ part }) => part);
  const others = members.filter(({ fn }) => fn !== index).map(({ part }) => part);
  return { before: isChanged ? own : others, after: runsChange ? own : [], isChanged };
}

/** A member, by the number of its function. */
export interface Member {
  readonly fn: number;
  readonly part: Part;
}

function membersOfClass(version: FunctionVersion, seen: ChangeSeen): readonly Member[] {
  const { module, fn } = functionOf(version);
  const klass = fn.classIndex === null || fn.isStatic ? undefined : module.classes[fn.classIndex];
  return klass === undefined ? [] : publicMembers(version.loaded, module, klass, selfName, seen);
}

/** What everybody may call of an instance that is known as `root`, by names. */
export function publicMembers(
  loaded: LoadedProgram,
  module: ModuleIr,
  { members }: ClassIr,
  root: string,
  { isChanged, mayRun }: ChangeSeen,
): readonly Member[] {
  const source = typeSourceOf(loaded);
  return members.flatMap(({ kind, fn: index, isStatic, isHidden }) => {
    const member = module.functions[index];
    if (member === undefined || isStatic || isHidden || kind === 'set' || !isName.test(nameOf(member))) return [];
    const how = kind === 'get' ? 'get' : 'call';
    const params = how === 'get' ? [] : knownParams(source, member, module);
    const runsChange = isChanged(module.path, index) || mayRun(module.path, index);
    const part = { root, name: nameOf(member), how, isAsync: member.async, runsChange, params } as const;
    return [{ fn: index, part }];
  });
}

function nameOf({ name }: FunctionIr): string {
  return name.slice(name.lastIndexOf('.') + 1).replace(/^get /, '');
}

const isName = /^[\p{L}_$][\p{L}\p{N}_$]*$/u;
