/** Whether texts, numbers and the like have a method of this name. */
export function isPrimitiveMethod(name: string): boolean {
  return givingPrimitives.has(name) || givingObjects.has(name);
}

/** Whether what such a method gives is no object either. */
export function givesPrimitive(name: string): boolean {
  return givingPrimitives.has(name);
}

const givingObjects: ReadonlySet<string> = new Set(['split', 'match', 'matchAll']);

const givingPrimitives: ReadonlySet<string> = new Set([
  'anchor',
  'at',
  'big',
  'blink',
  'bold',
  'charAt',
  'charCodeAt',
  'codePointAt',
  'concat',
  'endsWith',
  'fixed',
  'fontcolor',
  'fontsize',
  'includes',
  'indexOf',
  'isWellFormed',
  'italics',
  'lastIndexOf',
  'link',
  'localeCompare',
  'normalize',
  'padEnd',
  'padStart',
  'repeat',
  'replace',
  'replaceAll',
  'search',
  'slice',
  'small',
  'startsWith',
  'strike',
  'sub',
  'substr',
  'substring',
  'sup',
  'toLocaleLowerCase',
  'toLocaleString',
  'toLocaleUpperCase',
  'toLowerCase',
  'toString',
  'toUpperCase',
  'toWellFormed',
  'trim',
  'trimEnd',
  'trimLeft',
  'trimRight',
  'trimStart',
  'valueOf',
  'toExponential',
  'toFixed',
  'toPrecision',
]);

/** Functions of the language that give no object. */
export function isPrimitiveFunction(name: string): boolean {
  return conversions.has(name);
}

/** The same of functions that are called as methods of a global. */
export function isPrimitiveStatic(global: string, name: string): boolean {
  return ofPrimitives.has(global) || statics.has(`${global}.${name}`);
}

const ofPrimitives: ReadonlySet<string> = new Set(['Math', 'Number', 'String']);

const conversions: ReadonlySet<string> = new Set([
  'String',
  'Number',
  'Boolean',
  'BigInt',
  'Symbol',
  'parseInt',
  'parseFloat',
  'isNaN',
  'isFinite',
  'encodeURI',
  'encodeURIComponent',
  'decodeURI',
  'decodeURIComponent',
  'escape',
  'unescape',
  'btoa',
  'atob',
]);

const statics: ReadonlySet<string> = new Set([
  'JSON.stringify',
  'Date.now',
  'Date.parse',
  'Date.UTC',
  'Object.is',
  'Object.hasOwn',
  'Array.isArray',
  'Symbol.for',
  'Symbol.keyFor',
  'BigInt.asIntN',
  'BigInt.asUintN',
  'performance.now',
]);
