import type { FunctionIr, ModuleIr } from '#ir/cfg';
import type { LoadedProgram } from '#ir/load-program';
import type { ChangeFacts } from './change-facts';

/**
 * Tells members of the head that are as before, but for other names of private members of their class. What else they look at may be called
 * like that, too: this only says which calls are worth a try.
 */
export function onlyRenamed(
  base: LoadedProgram,
  head: LoadedProgram,
  facts: ChangeFacts,
): (path: string, fn: number) => boolean {
  return (path, fn) => {
    const module = head.module(path);
    const own = module?.functions[fn];
    if (module === null || own === undefined || own.classIndex === null) return false;
    const members = head.renamed?.of(path, own.classIndex) ?? [];
    const was = members.length === 0 ? null : facts.partnerIn('base', path, fn);
    const before = was === null ? null : base.module(was.path);
    const old = was === null ? undefined : before?.functions[was.fn];
    if (before === null || old === undefined) return false;
    const names = new Map(members.map((member) => [member.base, member.head]));
    const text = textOf(before, old).replaceAll(word, (name) => names.get(name) ?? name);
    return text === textOf(module, own);
  };
}

const word = /#?[\p{ID_Start}$_][\p{ID_Continue}$]*/gu;

function textOf({ text }: ModuleIr, { start, end }: FunctionIr): string {
  return text.slice(start, end);
}
