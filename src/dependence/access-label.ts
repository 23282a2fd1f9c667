import { places, wellKnown, type ModuleFacts } from '#ir/facts';

/** The name of the place of an access, as the source writes it. */
export function accessLabel(module: ModuleFacts, access: number): string {
  const { words } = module.accesses;
  const a = words[access + 3]!;
  switch (words[access + 2]) {
    case places.binding:
      return module.strings[module.bindings.name[a]!] ?? '';
    case places.global:
      return module.strings[a] ?? '';
    case places.field: {
      const property = words[access + 4]!;
      const base = a < module.bindings.count ? (module.strings[module.bindings.name[a]!] ?? '') : '';
      return property === wellKnown.elements || property === wellKnown.computed
        ? `${base}[…]`
        : `${base}.${module.strings[property] ?? ''}`;
    }
    case places.this:
      return 'this';
    case places.arguments:
      return 'arguments';
    case places.result:
      return 'result';
    default:
      return '';
  }
}
