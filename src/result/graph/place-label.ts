import { places, wellKnown } from '#ir/facts';
import type { FunctionFigure } from './function-figures';

/** The place of an access record, as the node texts write it. */
export function placeLabel(figure: FunctionFigure, access: number): string {
  const { module, index } = figure.nodes.loaded.program.locate(figure.fn);
  const [kind = -1, a = -1, b = -1] = module.accesses.words.subarray(access + 2, access + 5);
  const variable = (): string => {
    if (a < module.bindings.count) return figure.bindingName(a);
    if (a === module.functions.thisVar[index]) return 'this';
    const temp = a - (module.functions.firstTemp[index] ?? 0);
    return kind === places.temp ? `$${temp}` : '';
  };
  switch (kind) {
    case places.binding:
    case places.temp:
      return variable();
    case places.field:
      return `${variable()}${b === wellKnown.elements || b === wellKnown.computed ? elements : `.${module.strings[b] ?? ''}`}`;
    case places.global:
      return module.strings[a] ?? '';
    case places.this:
      return 'this';
    case places.arguments:
      return 'arguments';
    default:
      return '';
  }
}

/** Reports say of which object a shared place is a part; between two nodes of one function that is too much. */
export function sharedPlaceLabel(name: string): string {
  if (name.startsWith('elements of ') || name.startsWith('properties of ')) return elements;
  return name.replace(/ of .*$/s, '');
}

const elements = '[…]';
