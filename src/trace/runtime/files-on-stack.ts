import { fileURLToPath } from 'node:url';

/** Absolute paths of the files whose code stands on a stack, as the engine spells it; nothing of Node itself. */
export function filesOnStack(stack: string): string[] {
  return [...stack.matchAll(/(?:^|[\s(])(file:\/\/\/[^\n]*?|\/[^\n]*?|[A-Za-z]:[\\/][^\n]*?):\d+:\d+(?=\)|$)/gm)].map(
    ([, place = '']) => (place.startsWith('file:') ? pathOf(place) : place),
  );
}

function pathOf(url: string): string {
  try {
    return fileURLToPath(url);
  } catch {
    return url;
  }
}
