import type { Cause } from './cause';
import type { Links } from './links';
import type { RecordedSuite } from './recorded-suite';

/**
 * What else a build may make of its sources, when these import something else than before: another order, other parts that are left out, another
 * division into files. Nothing is known of that until it is built.
 */
export function buildEffects(suite: RecordedSuite, before: Links, now: Links): Cause[] {
  return suite.recording.modules.flatMap(({ path, build }, m): Cause[] => {
    if (build === undefined) return [];
    const changed = build.inputs.find((input) => importsOf(before, input) !== importsOf(now, input));
    return changed === undefined
      ? []
      : [
          {
            kind: 'load',
            subject: changed,
            effect: `${path} is built from it, and it imports something else`,
            modules: [m],
          },
        ];
  });
}

/** A source that is gone, or cannot be read, imports nothing. */
function importsOf(links: Links, path: string): string {
  return JSON.stringify([links.isSource(path), links.modules(path), links.packages(path), links.unresolved(path)]);
}
