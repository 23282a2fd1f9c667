import type { ChangeSet, FunctionChange } from '#change/change-set';
import { compareModules } from '#change/compare-modules';
import type { ModuleIr } from '#ir/cfg';
import { lowerSource } from '#ir/lower-module';

export type Files = Readonly<Record<string, string>>;

/** Texts by path; a lone text is the file `a.ts`. */
export function compare(base: string | Files, head: string | Files): ChangeSet {
  return compareModules(lowerAll(base), lowerAll(head));
}

export function lowerAll(files: string | Files): ModuleIr[] {
  const byPath = typeof files === 'string' ? { 'a.ts': files } : files;
  return Object.entries(byPath).map(([path, text]) => lowerText(path, text));
}

export function lowerText(path: string, text: string): ModuleIr {
  const { module, problems } = lowerSource(path, text);
  if (module === null) throw new Error(`${path}: ${problems.map((problem) => problem.message).join('\n')}\n${text}`);
  return module;
}

export function functionNamed(changes: ChangeSet, name: string): FunctionChange {
  const found = changes.functions.filter(({ base, head }) => (head ?? base).fn.qualifiedName === name);
  const [only] = found;
  if (only === undefined || found.length > 1) throw new Error(`${found.length} functions are called ${name}`);
  return only;
}

/** Qualified names by status, the unchanged ones left out. */
export function statusOf(changes: ChangeSet): Record<string, string> {
  const changed = changes.functions.filter(({ status }) => status !== 'unchanged');
  return Object.fromEntries(changed.map(({ status, base, head }) => [(head ?? base).fn.qualifiedName, status]));
}

export function isUnchanged(changes: ChangeSet): boolean {
  return changes.moduleChanges.length === 0 && changes.functions.every(({ status }) => status === 'unchanged');
}
