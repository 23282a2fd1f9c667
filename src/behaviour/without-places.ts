/**
 * The same data, without what texts say of where code stands: frames of stacks, and the name of the folder that the files of a version are in. None of
 * it is behaviour.
 */
export function withoutPlaces<Data>(data: Data, folder: string | null): Data {
  const clean = (text: string): string => {
    const short = text.includes(firstFrame) ? text.replaceAll(frames, '') : text;
    return folder !== null && short.includes(folder) ? short.replaceAll(folder, placeholder) : short;
  };
  const visit = (part: unknown): unknown => {
    if (typeof part === 'string') return clean(part);
    if (typeof part !== 'object' || part === null) return part;
    if (Array.isArray(part)) return part.map(visit);
    return Object.fromEntries(Object.entries(part).map(([key, value]) => [key, visit(value)]));
  };
  // Most data has nothing of the kind, and is left as it is.
  return holdsText(data, (text) => clean(text) !== text) ? (visit(data) as Data) : data;
}

const firstFrame = '\n    at ';
const frames = /\n {4}at [^\n]*/g;
const placeholder = '/path/to';

function holdsText(data: unknown, isSought: (text: string) => boolean): boolean {
  if (typeof data === 'string') return isSought(data);
  if (typeof data !== 'object' || data === null) return false;
  return Object.values(data).some((part) => holdsText(part, isSought));
}
