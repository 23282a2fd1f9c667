/** A call as source that can be pasted: of a function, a method, a constructor or an accessor, by its qualified name. */
export function callText(name: string, receiver: string | null, args: readonly string[]): string {
  const list = args.join(', ');
  const simple = name.slice(name.lastIndexOf('.') + 1);
  if (simple === 'constructor') return `new ${name.slice(0, -'.constructor'.length)}(${list})`;
  if (receiver === null) return `${name}(${list})`;
  if (simple.startsWith('get ')) return `(${receiver}).${simple.slice(4)}`;
  if (simple.startsWith('set ')) return `(${receiver}).${simple.slice(4)} = ${list}`;
  return `(${receiver}).${simple}(${list})`;
}
