import { encodeCall } from '#trace/recorded-call';
import type { Entry } from '#trace/runtime/entry';
import { Recorder } from '#trace/runtime/recorder';
import { runtimeName } from '#trace/probes';

/** A recorder where instrumented code finds it, and what it was told. */
export function withRecorder(): { recorder: Recorder; entries: Entry[]; restore(): void } {
  const entries: Entry[] = [];
  const recorder = new Recorder({ add: (entry) => void entries.push(entry), flush: () => {} }, encodeCall);
  const before = Object.getOwnPropertyDescriptor(globalThis, runtimeName);
  Object.defineProperty(globalThis, runtimeName, { value: recorder, configurable: true });
  return {
    recorder,
    entries,
    restore: () => {
      if (before === undefined) Reflect.deleteProperty(globalThis, runtimeName);
      else Object.defineProperty(globalThis, runtimeName, before);
    },
  };
}
