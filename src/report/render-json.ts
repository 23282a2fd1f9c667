/** The result as other tools read it; object keys and lists keep the order that the result has. */
export function renderJson(result: object): string {
  return `${JSON.stringify(result, null, 2)}\n`;
}
