/** Puts a value in the place of a built-in, enumerable only where that was, so that nothing shows. */
export function replaceMember(owner: object, name: string, value: unknown): void {
  const enumerable = Object.getOwnPropertyDescriptor(owner, name)?.enumerable ?? false;
  Object.defineProperty(owner, name, { value, enumerable, writable: true, configurable: true });
}
