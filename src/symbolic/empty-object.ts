import { PersistentMap } from '#core/persistent-map';
import type { HeapObject, Internal } from './heap-object';
import type { Ref } from './value';

export function emptyObject(internal: Internal, proto: Ref | null): HeapObject {
  return { proto, properties: PersistentMap.empty(), nextOrder: 0, extensible: true, internal, input: null };
}
