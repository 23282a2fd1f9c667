import { throwTypeError } from '../errors';
import type { Frame, Resumption } from '../frame';
import { iteratorResult } from '../iterator-result';
import type { Machine } from '../machine';
import { settle } from '../settle';
import { undefinedValue, type Ref, type Value } from '../value';
import { exact, type LibraryCall, type LibraryPart } from './library-model';
import { throwIncompatible } from './receivers';

/** The methods of generators: each goes on with the suspended function, or finds it ended. */
export const generators: LibraryPart = {
  '%GeneratorPrototype%.next': exact((machine, call) => resume(machine, call, 'next')),
  '%GeneratorPrototype%.return': exact((machine, call) => resume(machine, call, 'return')),
  '%GeneratorPrototype%.throw': exact((machine, call) => resume(machine, call, 'throw')),
};

function resume(machine: Machine, call: LibraryCall, kind: Resumption['kind']): Value {
  const receiver = settle(machine, call.receiver);
  const internal = receiver.kind === 'object' ? machine.object(receiver.ref).internal : null;
  if (receiver.kind !== 'object' || internal?.kind !== 'generator') {
    return throwIncompatible(machine, `[Generator].prototype.${kind}`, receiver);
  }
  const { generator } = internal;
  const value = call.args[0] ?? undefinedValue;
  if (generator.kind === 'running') return throwTypeError(machine, 'Generator is already running');
  if (generator.kind === 'done' || generator.kind === 'consumed') return ended(machine, kind, value);
  if (!generator.started && kind !== 'next') {
    setGenerator(machine, receiver.ref, { kind: 'done' });
    return ended(machine, kind, value);
  }
  setGenerator(machine, receiver.ref, { kind: 'running' });
  const { frame } = generator;
  const purpose = { kind: 'generator', ref: receiver.ref, to: 'on-the-way' } as const;
  const resumed: Frame = { ...frame, purpose, resumption: generator.started ? { kind, value } : null };
  return machine.enter(resumed);
}

function ended(machine: Machine, kind: Resumption['kind'], value: Value): Value {
  if (kind === 'throw') return machine.throwValue(value);
  return iteratorResult(machine, kind === 'return' ? value : undefinedValue, true);
}

function setGenerator(machine: Machine, ref: Ref, generator: { readonly kind: 'running' | 'done' }): void {
  machine.update(ref, { ...machine.object(ref), internal: { kind: 'generator', generator } });
}
