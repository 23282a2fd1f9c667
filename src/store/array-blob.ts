/** Arrays of integers and a list of texts as one blob: read back without looking at each number. */
export function packArrays(arrays: readonly Int32Array[], texts: readonly string[] = []): Uint8Array {
  const text = Buffer.from(JSON.stringify(texts));
  const head = 2 + arrays.length;
  let words = head;
  for (const array of arrays) words += array.length;
  const blob = new Uint8Array(words * 4 + text.length);
  const numbers = new Int32Array(blob.buffer, 0, words);
  numbers[0] = arrays.length;
  numbers[1] = text.length;
  let at = head;
  arrays.forEach((array, i) => {
    numbers[2 + i] = array.length;
    numbers.set(array, at);
    at += array.length;
  });
  blob.set(text, words * 4);
  return blob;
}

export interface UnpackedArrays {
  readonly arrays: readonly Int32Array[];
  readonly texts: readonly string[];
}

/** Undefined for what `packArrays` did not make of `count` arrays. */
export function unpackArrays(blob: Uint8Array, count: number): UnpackedArrays | undefined {
  const bytes = blob.byteOffset % 4 === 0 ? blob : blob.slice();
  const numbers = new Int32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength >> 2);
  const head = 2 + count;
  if (numbers.length < head || numbers[0] !== count) return undefined;
  const arrays: Int32Array[] = [];
  let at = head;
  for (let i = 0; i < count; i++) {
    const length = numbers[2 + i] ?? -1;
    if (length < 0 || at + length > numbers.length) return undefined;
    arrays.push(numbers.subarray(at, at + length));
    at += length;
  }
  if (bytes.byteLength !== at * 4 + (numbers[1] ?? 0)) return undefined;
  const texts = textsIn(Buffer.from(bytes.buffer, bytes.byteOffset + at * 4, numbers[1]).toString());
  return texts === undefined ? undefined : { arrays, texts };
}

function textsIn(json: string): string[] | undefined {
  try {
    const parsed: unknown = JSON.parse(json);
    return Array.isArray(parsed) && parsed.every((text) => typeof text === 'string') ? parsed : undefined;
  } catch {
    return undefined;
  }
}
