import { anyType, once, type DeclaredType } from './declared-type';
import { classReference } from './classes';
import { DeclaredNames } from './declared-names';
import { Entities } from './entities';
import { inferType } from './infer';
import { libraryType } from './library-types';
import { isTaken, type Guesses } from './guesses';
import { numberType } from './keys';
import { isNumberRange, numberRange } from './number-ranges';
import { readType } from './read-type';
import type { TypeArgument, TypeReader, Use } from './reader';
import { signatureOf } from './signatures';
import { subclassesOf } from './subclasses';
import { valueType } from './type-query';
import type { TypeSource } from './type-source';
import type { Widened } from '../input-type';

/** Types that compute without end are cut off: by how deep they nest, and by how much one look at them reads. */
const maxDepth = 120;
const maxSteps = 10_000;

/** The package that exports `int` and its relatives. */
const ownPackage = 'wingbeat';

export interface Reading {
  readonly reader: TypeReader;
  /** Grows as more types are read. */
  readonly widened: Widened[];
}

export function makeReader(source: TypeSource, guesses: Guesses = 'all'): Reading {
  const entities = new Entities(source);
  const widened: Widened[] = [];
  const noted = new Set<string>();
  const running = new Set<object>();
  const numbers = new Map<object, number>();
  let depth = 0;
  let steps = 0;

  function bounded(use: Use, read: () => DeclaredType): DeclaredType {
    if (depth === 0) steps = 0;
    if (depth >= maxDepth || steps >= maxSteps) return reader.widen(use, 'a type that is nested too deeply');
    depth++;
    steps++;
    try {
      return read();
    } finally {
      depth--;
    }
  }

  function rangeType(name: string, args: readonly TypeArgument[], use: Use): DeclaredType {
    const type = numberRange(name, args);
    if (type === null) reader.note(use, 'a range without two numbers, the smaller one first');
    return type ?? numberType;
  }

  function take({ node, scope: { module }, text }: Use, reason: string, isNarrower: boolean): void {
    const { start, end } = module.host ?? node;
    const type = text ?? module.text.slice(node.start, Math.min(node.end, node.start + 200));
    const key = `${module.path}:${start}:${end}:${type}:${reason}`;
    if (noted.has(key)) return;
    noted.add(key);
    widened.push({ type, reason, isNarrower, path: module.path, start, end });
  }

  const reader: TypeReader = {
    entities,
    read: (node, scope) => bounded({ node, scope }, () => readType(reader, node, scope)),
    lazy: (node, scope) => once(() => reader.read(node, scope)),
    infer: (node, scope, constant) => bounded({ node, scope }, () => inferType(reader, node, scope, constant)),
    signature: (node, scope) => signatureOf(reader, node, scope),
    valueOf: (entity, use) => bounded(use, () => valueType(reader, entity, use)),
    typeOf(entity, args, use) {
      switch (entity.kind) {
        case 'declared':
        case 'node':
        case 'typedef':
          return bounded(use, () => names.typeOf(entity, args, use));
        case 'library': {
          if (use.scope.module.host !== null && isNumberRange(entity.name)) return rangeType(entity.name, args, use);
          return (
            libraryType(reader, entity.name, args, use) ??
            reader.widen(use, 'a type that is not declared in the program')
          );
        }
        case 'outside': {
          if (entity.source === ownPackage && isNumberRange(entity.name)) return rangeType(entity.name, args, use);
          return reader.widen(use, `declared in '${entity.source}', outside of the program`);
        }
        case 'module':
        case 'blocks':
          return reader.widen(use, 'a namespace is used as a type');
      }
    },
    widen(use, reason) {
      reader.note(use, reason);
      return anyType;
    },
    note: (use, reason) => take(use, reason, false),
    narrow: (use, reason) => take(use, reason, true),
    guess(use, reason, read) {
      if (!use.scope.module.isJavaScript) return read();
      const type = isTaken(guesses, reason) ? read() : anyType;
      if (type !== anyType) reader.narrow(use, reason);
      return type;
    },
    subclassesOf: (node, of) => subclassesOf(reader, source, node, of),
    isRenamed(node, scope) {
      const reference = classReference(node, scope);
      return reference !== null && source.isRenamed?.(reference) === true;
    },
    numberOf(type) {
      const number = numbers.get(type) ?? numbers.size;
      numbers.set(type, number);
      return number;
    },
    guarded(key, read) {
      if (running.has(key) || depth >= maxDepth) return null;
      running.add(key);
      depth++;
      try {
        return read();
      } finally {
        depth--;
        running.delete(key);
      }
    },
  };
  const names = new DeclaredNames(reader);
  return { reader, widened };
}
