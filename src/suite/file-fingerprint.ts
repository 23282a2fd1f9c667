import { createHash } from 'node:crypto';

/** Of a file: of its text and, where it is JSON, of what that holds, whatever stands between. */
export function fileFingerprint(path: string, content: Uint8Array): string {
  const data = path.endsWith('.json') ? withoutSpace(Buffer.from(content).toString()) : null;
  return data === null ? hash(content) : `${hash(data)}${dataMark}${hash(content)}`;
}

export function isSameText(one: string | undefined, other: string | undefined): boolean {
  return textPart(one) === textPart(other);
}

/** Do both hold the same for who reads them as JSON? */
export function isSameData(one: string | undefined, other: string | undefined): boolean {
  const [data, otherData] = [dataPart(one), dataPart(other)];
  return isSameText(one, other) || (data !== null && data === otherData);
}

export function hash(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}

const dataMark = ' as text ';

/** Recordings that were made before have the text alone. */
function textPart(fingerprint: string | undefined): string | undefined {
  return fingerprint?.split(dataMark).at(-1);
}

function dataPart(fingerprint: string | undefined): string | null {
  const parts = fingerprint?.split(dataMark) ?? [];
  return parts.length === 2 ? (parts[0] ?? null) : null;
}

function withoutSpace(text: string): string | null {
  try {
    JSON.parse(text);
  } catch {
    return null;
  }
  return text.replace(/("(?:[^"\\]|\\.)*")|\s+/gs, '$1');
}
