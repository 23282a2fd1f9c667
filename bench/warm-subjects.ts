/** A package with its sources, and one edit of each kind, every one of another file. */
export interface WarmSubject {
  readonly name: string;
  /** What the first run sees as the change. */
  readonly first: Edit;
  readonly edits: Readonly<Record<EditKind, Edit>>;
}

/** One line of a file, and what it becomes. */
export interface Edit {
  readonly path: string;
  readonly from: string;
  readonly to: string;
  /** What is put in front of the file. */
  readonly first?: string;
}

export type EditKind = keyof typeof editKinds;

export const editKinds = {
  condition: 'arithmetic or a condition changed',
  statement: 'a statement added, with a call of a function that is there',
  call: 'a function and a call of it added',
  exported: 'an exported function added',
  imported: 'an import and a call of what it brings added',
  replaced: 'a call replaced by another',
} as const;

export const warmSubjects: readonly WarmSubject[] = [
  {
    name: 'rxjs',
    first: {
      path: 'src/internal/operators/map.ts',
      from: 'project.call(thisArg, value, index++)',
      to: 'project.call(thisArg, value, ++index)',
    },
    edits: {
      condition: {
        path: 'src/internal/operators/filter.ts',
        from: 'predicate.call(thisArg, value, index++)',
        to: 'predicate.call(thisArg, value, ++index)',
      },
      statement: {
        path: 'src/internal/Subject.ts',
        from: 'const subject = new AnonymousSubject(this, this);',
        to: 'this._throwIfClosed(); const subject = new AnonymousSubject(this, this);',
      },
      call: {
        path: 'src/internal/operators/skipWhile.ts',
        from: 'return operate((source, subscriber) => {',
        to: 'const more = (x: unknown) => [x]; more(predicate); return operate((source, subscriber) => {',
      },
      exported: {
        path: 'src/internal/util/identity.ts',
        from: 'export function identity<T>(x: T): T {',
        to: 'export function twice<T>(x: T): T[] { return [x, x]; }\nexport function identity<T>(x: T): T {',
      },
      imported: {
        path: 'src/internal/operators/count.ts',
        from: 'return reduce(',
        to: "if (predicate && !isFunction(predicate)) throw new TypeError('predicate'); return reduce(",
        first: "import { isFunction } from '../util/isFunction';",
      },
      replaced: {
        path: 'src/internal/operators/defaultIfEmpty.ts',
        from: 'subscriber.next(defaultValue!);',
        to: 'subscriber.next([defaultValue] as never);',
      },
    },
  },
  {
    name: 'zod',
    first: {
      path: 'src/v4/core/doc.ts',
      from: 'this.indent -= 1;',
      to: 'this.indent = this.indent - 1 || 0;',
    },
    edits: {
      condition: {
        path: 'src/v4/core/parse.ts',
        from: 'if (validator.definite === true && _ctx === undefined) return false;',
        to: 'if (validator.definite === true && _ctx !== undefined) return false;',
      },
      statement: {
        path: 'src/v4/core/util.ts',
        from: 'const ctor = o.constructor;',
        to: 'if (!isObject(o)) return false; const ctor = o.constructor;',
      },
      call: {
        path: 'src/v4/core/regexes.ts',
        from: 'export function nanoidOfLength(length: number): RegExp {',
        to: 'export function nanoidOfLength(length: number): RegExp { const same = (x: object) => [x]; same({ length });',
      },
      exported: {
        path: 'src/v4/core/versions.ts',
        from: 'export const version',
        to: 'export function versionText(): string[] { return [String(version.major)]; }\nexport const version',
      },
      imported: {
        path: 'src/v4/core/registries.ts',
        from: 'if (meta && typeof meta === "object" && "id" in meta) {',
        to: 'if (isObject(meta) && "id" in meta) {',
        first: 'import { isObject } from "./util.js";',
      },
      replaced: {
        path: 'src/v4/core/errors.ts',
        from: 'formErrors.push(mapper(sub));',
        to: 'formErrors.unshift(mapper({ ...sub }));',
      },
    },
  },
  {
    name: 'effect',
    first: {
      path: 'src/BigInt.ts',
      from: 'if (n < bigint0)',
      to: 'if (n <= bigint0)',
    },
    edits: {
      condition: {
        path: 'src/Number.ts',
        from: 'return Math.max(nextPow < n ? nextPow * 2 : nextPow, 2)',
        to: 'return Math.max(nextPow <= n ? nextPow * 2 : nextPow, 2)',
      },
      statement: {
        path: 'src/Duration.ts',
        from: '(absolute % denominator * bigint2 >= denominator ?',
        to: '(isDuration(absolute) || absolute % denominator * bigint2 >= denominator ?',
      },
      call: {
        path: 'src/Cron.ts',
        from: 'const formatSegment = (values: ReadonlySet<number>): string => {',
        to: 'const formatSegment = (values: ReadonlySet<number>): string => { const same = (x: object) => [x]; same(values);',
      },
      exported: {
        path: 'src/String.ts',
        from: 'export const isEmpty',
        to: 'export const bothCases = (self: string): Array<string> => [self.toLowerCase(), self.toUpperCase()]\nexport const isEmpty',
      },
      imported: {
        path: 'src/Ordering.ts',
        from: '(o: Ordering): Ordering => (o === -1 ? 1 : o === 1 ? -1 : 0)',
        to: '(o: Ordering): Ordering => (!isNumber(o) ? 0 : o === -1 ? 1 : o === 1 ? -1 : 0)',
        first: 'import { isNumber } from "./Predicate.ts"',
      },
      replaced: {
        path: 'src/Result.ts',
        from: '=> A = getOrThrowWith(identity)',
        to: '=> A = getOrThrowWith((error) => ({ error }))',
      },
    },
  },
];
