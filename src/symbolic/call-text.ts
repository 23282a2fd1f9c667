/** A call as source that can be pasted: of a function, a method, a constructor or an accessor, by its qualified name. */
export function callText(qualified: string, receiver: string | null, args: readonly string[]): string {
  // What a class makes when it is loaded is a member of it, and all declarations of a namespace make one object.
  const name = qualified.replaceAll('.<static>.', '.').replaceAll(/~\d+\./g, '.');
  const list = args.join(', ');
  const end = name.lastIndexOf('.');
  const simple = name.slice(end + 1);
  if (simple === 'constructor') return `new ${name.slice(0, -'.constructor'.length)}(${list})`;
  if (receiver === null && end < 0) return `${name}(${list})`;
  const holder = receiver === null ? name.slice(0, end) : identifier.test(receiver) ? receiver : `(${receiver})`;
  if (simple.startsWith('get ')) return member(holder, simple.slice(4));
  if (simple.startsWith('set ')) return `${member(holder, simple.slice(4))} = ${list}`;
  if (receiver !== null && written.test(receiver)) return `${name}.call(${[receiver, ...args].join(', ')})`;
  return `${member(holder, simple)}(${list})`;
}

/** What is written down as it is, and not made by a class, has no such method. */
const written = /^(?:[{["'`\d-]|undefined$|null$|true$|false$|NaN$|Symbol\()/;

const identifier = /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u;

function member(holder: string, name: string): string {
  return name.startsWith('[') ? `${holder}${name}` : `${holder}.${name}`;
}
