import { argument, truth } from '../conversions';
import { instancePrototype } from './instance-prototype';
import { exact, type LibraryPart } from './library-model';
import { receiverScalar } from './receivers';

export const booleans: LibraryPart = {
  Boolean: exact((machine, call) => {
    const value = truth(machine, argument(call.args, 0));
    if (call.newTarget === null) return value;
    return machine.create({ kind: 'boxed', value }, instancePrototype(machine, call, 'Boolean.prototype'));
  }),
  'Boolean.prototype.toString': exact((machine, call) => {
    return machine.terms.apply('str.fromBool', [receiverScalar(machine, call, 'bool')]);
  }),
  'Boolean.prototype.valueOf': exact((machine, call) => receiverScalar(machine, call, 'bool')),
};
