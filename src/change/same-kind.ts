import type { Binding, ModuleIr } from '#ir/cfg';
import { looksNamesUp } from './renamings';

/** A variable of a version, with its module. */
export interface DeclaredVariable {
  readonly binding: Binding | undefined;
  readonly module: ModuleIr;
}

/**
 * Do two partners behave alike as variables? A name that is a type and a variable at once counts as a type, and `let` is as good as
 * `const` where nothing is ever written to it again.
 */
export function sameKind(base: DeclaredVariable, head: DeclaredVariable): boolean {
  const [before, after] = [base.binding?.kind, head.binding?.kind];
  if (before === after || before === 'type' || after === 'type') return true;
  return isConstant(base) && isConstant(head);
}

function isConstant({ binding, module }: DeclaredVariable): boolean {
  if (binding?.kind === 'const') return true;
  if (binding?.kind !== 'let' || !binding.constant) return false;
  const owner = module.functions[binding.owner];
  // `eval` may write to it, whoever has the namespace that exports it, and another script.
  const isOpen = owner === undefined || looksNamesUp(module, owner) || owner.kind === 'namespace';
  return !isOpen && !(binding.owner === 0 && isScript(module));
}

function isScript({ format, specifiers, text }: ModuleIr): boolean {
  return format === 'commonjs' && specifiers.length === 0 && !/\b(?:module|exports)\b/.test(text);
}
