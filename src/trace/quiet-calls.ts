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

/**
 * Methods of these objects call no function that they are given, but for conversions of their arguments. What tests put
 * something else in the place of, as clocks and dice, is not among them.
 */
const quietObjects: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  [
    'Math',
    namesIn(
      'abs acos acosh asin asinh atan atan2 atanh cbrt ceil clz32 cos cosh exp expm1 floor fround hypot imul log log10 log1p log2 max min pow round sign sin sinh sqrt tan tanh trunc',
    ),
  ],
  ['Number', namesIn('isFinite isInteger isNaN isSafeInteger parseFloat parseInt')],
  ['Date', namesIn('UTC')],
  ['Array', namesIn('isArray')],
  ['String', namesIn('fromCharCode fromCodePoint')],
  ['Object', namesIn('is hasOwn getPrototypeOf create freeze isFrozen keys defineProperty')],
]);

function namesIn(text: string): ReadonlySet<string> {
  return new Set(text.split(' '));
}

/** Assertions of Node that, when they return, have only compared: `==` would convert, deep ones read properties. */
const quietAssertions = new Set(['ok', 'strictEqual', 'notStrictEqual', 'fail']);
const quietStrictly = new Set([...quietAssertions, 'equal', 'notEqual']);

/** `quietCalls` are offsets of calls that are known to reach no code of the project. */
export function callKinds(text: string, quietCalls: ReadonlySet<number>): CallKinds {
  const quiet = new Map([...quietObjects].filter(([name]) => isOnlyAnObject(text, name)));
  const assertion = assertionIn(text);
  if (assertion !== null) quiet.set(assertion.name, assertion.isStrict ? quietStrictly : quietAssertions);
  return {
    kindOf(call, inModuleBody) {
      if (isHoisted(call)) return 'untouched';
      const callee = calleeOf(call);
      if (callee === null) return 'probed';
      if (inModuleBody && isReadByTools(callee)) return 'untouched';
      if (quietCalls.has(call.start)) return 'quiet';
      if (call.type !== 'CallExpression') return 'probed';
      if (callee.type === 'Identifier') return callee.name === assertion?.name ? 'quiet' : 'probed';
      const member = memberOf(callee);
      return member !== null && quiet.get(member.object)?.has(member.property) === true ? 'quiet' : 'probed';
    },
    isHoistedByTools: (node) => isHoisted(node.type === 'AwaitExpression' ? node.argument : node),
  };
}

/** A name that always has a dot after it is declared nowhere in the text. */
function isOnlyAnObject(text: string, name: string): boolean {
  return !new RegExp(String.raw`(?<![\w$.])${name}(?![\w$]|\s*\.[^.])`).test(text);
}

interface Assertion {
  readonly name: string;
  readonly isStrict: boolean;
}

const nodeAssert = String.raw`(['"])(?:node:)?assert(/strict)?`;

const assertionForms = [
  String.raw`(?:const|let|var)\s+(?<name>[\w$]+)\s*=\s*require\(\s*${nodeAssert}\2\s*\)(?<strict>\.strict\b)?(?!\s*[.([])`,
  String.raw`import\s+(?:\*\s*as\s+)?(?<name>[\w$]+)\s+from\s*${nodeAssert}\2`,
  String.raw`import\s*\{\s*(?<strict>strict)\s+as\s+(?<name>[\w$]+)\s*\}\s*from\s*${nodeAssert}\3`,
].map((form) => new RegExp(form));

/** What a text calls Node's assertions, when it calls nothing else so. Rather nothing than something else. */
function assertionIn(text: string): Assertion | null {
  for (const form of assertionForms) {
    const match = form.exec(text);
    const name = match?.groups?.['name'];
    if (match === null || name === undefined) continue;
    const rest = text.slice(0, match.index) + text.slice(match.index + match[0].length);
    const escaped = name.replaceAll('$', String.raw`\$`);
    const other = new RegExp(
      String.raw`(?:function[\s*]+|(?<![\w$.]))${escaped}(?![\w$]|\s*(?:\.[^.]|\())|function[\s*]+${escaped}\b`,
    );
    const isStrict = match[0].includes('/strict') || match.groups?.['strict'] !== undefined;
    return other.test(rest) ? null : { name, isStrict };
  }
  return null;
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
