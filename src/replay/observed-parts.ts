import type { Contents, Observed, ObservedObject } from './observed';

/** The values directly inside an object. */
export function partsOf({ contents, properties }: ObservedObject): readonly Observed[] {
  return [...insideOf(contents), ...properties.map(([, value]) => value)];
}

function insideOf(contents: Contents): readonly Observed[] {
  switch (contents.kind) {
    case 'array':
      return contents.elements.filter((element) => element !== null);
    case 'map':
      return contents.entries.flat();
    case 'set':
      return contents.values;
    case 'boxed':
      return [contents.value];
    case 'promise':
      return 'value' in contents ? [contents.value] : [];
    default:
      return [];
  }
}
