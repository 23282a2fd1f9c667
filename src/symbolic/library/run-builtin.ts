import type { Machine } from '../machine';
import type { Ref, Value } from '../value';
import { library } from './library';
import type { LibraryCall } from './library-model';
import { runInEngine } from './run-in-engine';

/** A call of a function of the language: by its model, or by the engine itself on plain values. */
export function runBuiltin(machine: Machine, ref: Ref, call: LibraryCall): Value {
  const model = library.get(call.name);
  return model === undefined ? runInEngine(machine, ref, call) : model.run(machine, call);
}
