import { isUtf8 } from 'node:buffer';

/**
 * `undefined` when the bytes are not text: neither UTF-8 nor UTF-16 with a byte-order mark, or with a NUL near the start.
 * The mark is not part of the text: offsets count from the first character an editor shows.
 */
export function decodeText(bytes: Buffer): string | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return decodeUtf16(bytes, 'utf-16le');
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return decodeUtf16(bytes, 'utf-16be');
  if (bytes.subarray(0, inspectedLength).includes(0) || !isUtf8(bytes)) return undefined;
  const hasMark = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  return bytes.toString('utf8', hasMark ? 3 : 0);
}

// The same stretch that git looks at to tell binary files.
const inspectedLength = 8192;

function decodeUtf16(bytes: Buffer, encoding: 'utf-16le' | 'utf-16be'): string | undefined {
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
    return text.slice(0, inspectedLength).includes('\0') ? undefined : text;
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}
