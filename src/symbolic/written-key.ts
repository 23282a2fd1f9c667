/** The key of a property as one writes it in an object. */
export function writtenKey(key: string): string {
  return identifier.test(key) || /^(?:0|[1-9]\d{0,9})$/.test(key) ? key : JSON.stringify(key);
}

const identifier = /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u;
