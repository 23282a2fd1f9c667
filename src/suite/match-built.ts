import type { FoundFunction } from '#trace/list-functions';
import type { BuiltCode, ReadSource } from './built-code';
import type { SourceFunction } from './hidden-calls';

/**
 * Which functions of the source are those of built code? A function of the built code is the one that starts, or whose name, parameters or body
 * start, exactly where the map says. What a bundler made up has no such place.
 */
export function matchBuilt(built: BuiltCode): ReadonlyMap<number, SourceFunction> {
  const anchors = new Map([...built.sources].map(([path, source]) => [path, byAnchor(source)]));
  const found = new Map<number, SourceFunction>();
  built.functions.forEach((fn, i) => {
    if (i === 0 || !fn.seen) return;
    for (const anchor of fn.anchors) {
      const place = built.placeOf(anchor);
      const index = place === null ? undefined : best(anchors.get(place.path)?.get(place.offset) ?? [], fn.kind);
      if (place === null || index === undefined) continue;
      found.set(i, { path: place.path, index });
      return;
    }
  });
  return found;
}

interface Candidate {
  readonly index: number;
  readonly kind: FoundFunction['kind'];
}

function byAnchor({ functions }: ReadSource): ReadonlyMap<number, Candidate[]> {
  const found = new Map<number, Candidate[]>();
  functions.forEach(({ anchors, kind }, index) => {
    if (kind === 'module' || kind === 'namespace') return;
    for (const anchor of anchors) found.set(anchor, [...(found.get(anchor) ?? []), { index, kind }]);
  });
  return found;
}

/** A compiler may turn arrows, methods and constructors into functions, but a class's own parts stay its own. */
function best(candidates: readonly Candidate[], kind: FoundFunction['kind']): number | undefined {
  const same = candidates.filter((candidate) => candidate.kind === kind);
  const plain = candidates.filter((candidate) => !ofClass.has(candidate.kind));
  const [only, other] = same.length > 0 ? same : ofClass.has(kind) ? [] : plain;
  return other === undefined ? only?.index : undefined;
}

const ofClass: ReadonlySet<FoundFunction['kind']> = new Set(['fields', 'static']);
