import type { Node } from 'oxc-parser';

/** Which calls get a probe after them. */
export interface CallKinds {
  /**
   * `quiet`: reaches no code of the project. `untouched`: tools look for it as it is written, so that a probe has to
   * stand elsewhere.
   */
  kindOf(call: Node, inModuleBody: boolean): 'probed' | 'quiet' | 'untouched';
  /** A call, or the `await` of one, that test runners move to the top of the module. */
  isHoistedByTools(node: Node): boolean;
}

/** Methods of these objects call no function that they are given, but for conversions of their arguments. */
const quietObjects = new Map<string, ReadonlySet<string> | 'all'>([
  ['Math', 'all'],
  ['Number', 'all'],
  ['Date', new Set(['now', 'UTC'])],
  ['performance', new Set(['now'])],
  ['Array', new Set(['isArray'])],
  ['String', new Set(['fromCharCode', 'fromCodePoint'])],
  ['Object', new Set(['is', 'hasOwn', 'getPrototypeOf', 'create', 'freeze', 'isFrozen', 'keys', 'defineProperty'])],
]);

/** `quietCalls` are offsets of calls that are known to reach no code of the project. */
export function callKinds(text: string, quietCalls: ReadonlySet<number>): CallKinds {
  const quiet = new Map([...quietObjects].filter(([name]) => isOnlyAnObject(text, name)));
  return {
    kindOf(call, inModuleBody) {
      if (isHoisted(call)) return 'untouched';
      const callee = calleeOf(call);
      if (callee === null) return 'probed';
      if (inModuleBody && isReadByTools(callee)) return 'untouched';
      if (quietCalls.has(call.start)) return 'quiet';
      const member = memberOf(callee);
      const known = member === null || call.type !== 'CallExpression' ? undefined : quiet.get(member.object);
      return known === 'all' || (member !== null && known?.has(member.property) === true) ? 'quiet' : 'probed';
    },
    isHoistedByTools: (node) => isHoisted(node.type === 'AwaitExpression' ? node.argument : node),
  };
}

/** A name that always has a dot after it is declared nowhere in the text. */
function isOnlyAnObject(text: string, name: string): boolean {
  return !new RegExp(String.raw`(?<![\w$.])${name}(?![\w$]|\s*\.[^.])`).test(text);
}

function calleeOf(call: Node): Node | null {
  return call.type === 'CallExpression' || call.type === 'NewExpression' ? call.callee : null;
}

function memberOf(callee: Node): { readonly object: string; readonly property: string } | null {
  if (callee.type !== 'MemberExpression' || callee.computed) return null;
  const { object, property } = callee;
  return object.type === 'Identifier' && property.type === 'Identifier'
    ? { object: object.name, property: property.name }
    : null;
}

const hoistedMethods = /^(?:mock|unmock|doMock|doUnmock|hoisted|enableAutomock|disableAutomock|deepUnmock)$/;

function isHoisted(node: Node): boolean {
  const callee = node.type === 'CallExpression' ? memberOf(node.callee) : null;
  return callee !== null && /^(?:vi|vitest|jest)$/.test(callee.object) && hoistedMethods.test(callee.property);
}

/** `require` is read by lexers of CommonJS exports, the others by bundlers. */
function isReadByTools(callee: Node): boolean {
  if (callee.type === 'Identifier') return /^(?:require|URL|Worker|SharedWorker)$/.test(callee.name);
  if (callee.type !== 'MemberExpression') return false;
  return callee.object.type === 'MetaProperty' || memberOf(callee)?.object === 'require';
}
