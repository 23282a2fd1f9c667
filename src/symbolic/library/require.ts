import { invariant } from '#core/diagnostics';
import { undefinedValue } from '../value';
import { exact, type LibraryPart } from './library-model';

/** `require` of a CommonJS module, which remembers whose it is. */
export const commonJs: LibraryPart = {
  '%require%': exact((machine, { args: [from, specifier = undefinedValue] }) => {
    invariant(from?.kind === 'constant', 'require remembers its module');
    return machine.world.language.require(machine, String(from.value), specifier);
  }),
};
