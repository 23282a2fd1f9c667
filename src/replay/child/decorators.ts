type Decorator = (target: unknown, key?: PropertyKey, descriptor?: unknown) => unknown;

/** What compiled TypeScript decorators (`experimentalDecorators`) call; the same that the TypeScript compiler writes. */
export const decoratorHelpers = {
  decorate(
    decorators: readonly Decorator[],
    target: object,
    key?: PropertyKey,
    described?: PropertyDescriptor | null,
  ): unknown {
    const isMember = key !== undefined;
    let result: unknown = !isMember
      ? target
      : described === null
        ? Object.getOwnPropertyDescriptor(target, key)
        : described;
    for (const decorator of decorators.toReversed()) {
      if (!isMember) result = decorator(result) ?? result;
      else if (described === undefined) result = decorator(target, key) ?? result;
      else result = decorator(target, key, result) ?? result;
    }
    if (isMember && result !== undefined) Object.defineProperty(target, key, result as PropertyDescriptor);
    return result;
  },
  decorateParam:
    (index: number, decorator: (target: unknown, key: unknown, index: number) => unknown) =>
    (target: unknown, key: unknown) => {
      decorator(target, key, index);
    },
  decorateMetadata(name: string, value: unknown): unknown {
    const metadata: unknown = Reflect.get(Reflect, 'metadata');
    return typeof metadata === 'function' ? (metadata as (n: string, v: unknown) => unknown)(name, value) : () => {};
  },
};
