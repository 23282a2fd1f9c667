import { invariant } from '#core/diagnostics';
import type { Contents } from '#replay/observed';
import type { Evaluation } from '#smt/model';
import { bytesByEngine, elementsOfType, givenAs, storedByEngine, viewOf, type ElementType } from '../binary-types';
import type { Internal } from '../heap-object';
import type { Ref } from '../value';
import type { ConcreteInputs, InputObjectTree } from './input-tree';

type Binary = Extract<Internal, { kind: 'buffer' | 'view' }>;
type Buffer = Extract<Internal, { kind: 'buffer' }>;
type Elements = readonly (number | bigint)[];

/** Buffers and views of them as the replay sees them: typed arrays by their elements, the others by their bytes. */
export function observeBinary(
  internal: Binary,
  internalOf: (ref: Ref) => Internal | undefined,
  evaluation: Evaluation,
  trees: ConcreteInputs,
): Contents {
  if (internal.kind === 'buffer') {
    const bytes = bytesByEngine(internal.type, elementsOf(internal, evaluation, trees));
    return { kind: 'binary', type: 'ArrayBuffer', elements: [...bytes] };
  }
  const buffer = internalOf(internal.buffer);
  invariant(buffer?.kind === 'buffer', 'a view is of a buffer');
  const { type, offset } = internal;
  const length = Number(evaluation.valueOf(internal.length));
  const all = elementsOf(buffer, evaluation, trees);
  const seenAs = type === 'DataView' ? 'Uint8Array' : type;
  const first = offset / elementsOfType(seenAs).bytes;
  const elements = (seenAs === buffer.type ? all : seen(seenAs, buffer.type, all)).slice(first, first + length);
  return { kind: 'binary', type, elements };
}

/** What an input that nobody has looked at holds. */
export function givenElements({ member, elements }: InputObjectTree): Elements {
  invariant(member.kind === 'binary', 'only what is binary has such elements');
  const type = givenAs(member.type);
  return elements.map((tree) => {
    const value = tree.kind === 'primitive' ? tree.value : 0;
    return storedByEngine(type, typeof value === 'bigint' ? value : Number(value));
  });
}

function elementsOf(
  { type, elements, length, given }: Buffer,
  evaluation: Evaluation,
  trees: ConcreteInputs,
): Elements {
  const tree = given === null ? null : trees.at(given);
  const found = tree?.kind === 'object' ? givenElements(tree) : [];
  const zero = elementsOfType(type).sort === 'big' ? 0n : 0;
  return Array.from({ length: Number(evaluation.valueOf(length)) }, (_, index) => {
    const element = elements.get(index);
    if (element === undefined) return found[index] ?? zero;
    return evaluation.valueOf(element) as number | bigint;
  });
}

function seen(as: ElementType, type: ElementType, elements: Elements): Elements {
  const bytes = bytesByEngine(type, elements);
  const whole = bytes.buffer.slice(0, bytes.length - (bytes.length % elementsOfType(as).bytes));
  return [...viewOf(as, whole)];
}
