import { fileURLToPath } from 'node:url';

/**
 * Files of the code on the stack, of so many calls from the one of `below` on, nearest first, as absolute paths; Node's own
 * begin with `node:`. Null when the program lets nobody see. Stacks are asked for as objects: to write them out takes ten
 * times as long.
 */
export function callingFiles(most = mostFrames, below: CallableFunction = callingFiles): readonly string[] | null {
  const { stackTraceLimit } = Error;
  const prepare = Object.getOwnPropertyDescriptor(Error, 'prepareStackTrace');
  Reflect.set(Error, 'stackTraceLimit', most);
  Reflect.set(Error, 'prepareStackTrace', asObjects);
  const holder: { readonly stack?: unknown } = {};
  Error.captureStackTrace(holder, below);
  const { stack } = holder;
  Reflect.set(Error, 'stackTraceLimit', stackTraceLimit);
  if (prepare === undefined) Reflect.deleteProperty(Error, 'prepareStackTrace');
  else Reflect.defineProperty(Error, 'prepareStackTrace', prepare);
  if (typeof stack === 'string') return filesOfText(stack);
  return Array.isArray(stack) ? stack.flatMap((site: NodeJS.CallSite) => filesOfSite(site)) : null;
}

function asObjects(_: unknown, sites: unknown): unknown {
  return sites;
}

/** Calls that are looked at. */
export const mostFrames = 100;

function filesOfSite(site: NodeJS.CallSite): readonly string[] {
  // Code that was made of a text stands where the text was.
  if (site.isEval()) return filesOfText(site.getEvalOrigin() ?? '');
  const name = site.getFileName();
  if (name === null || name === undefined) return [];
  if (name.startsWith('file:')) return [pathOf(name)];
  return /^(?:node:|\/|[A-Za-z]:[\\/])/.test(name) ? [name] : [];
}

/** The same of a stack, or a part of it, as the engine spells it. */
export function filesOfText(stack: string): string[] {
  return [
    ...stack.matchAll(/(?:^|[\s(])(node:[\w/]+|file:\/\/\/[^\n]*?|\/[^\n]*?|[A-Za-z]:[\\/][^\n]*?):\d+:\d+(?=\)|$)/gm),
  ].map(([, place = '']) => (place.startsWith('file:') ? pathOf(place) : place));
}

function pathOf(url: string): string {
  try {
    return fileURLToPath(url);
  } catch {
    return url;
  }
}
