import { functionKinds, type ModuleFacts } from '#ir/facts';

/** What subclasses may override a member by; null for constructors and initialisers of fields. */
export function memberName({ functions, strings }: ModuleFacts, index: number): string | null {
  const kind = functionKinds[functions.kind[index]!];
  if (kind === 'constructor' || kind === 'fields') return null;
  const name = strings[functions.name[index]!]!;
  return name.slice(name.lastIndexOf('.') + 1);
}
