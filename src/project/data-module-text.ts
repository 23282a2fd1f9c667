/**
 * A JSON text → a module that exports what it says, line by line. The properties of an object are written one after the other, so
 * that a change of one of them is no change of the others. To import what is no JSON fails.
 */
export function dataModuleText(json: string): string {
  try {
    JSON.parse(json);
  } catch (error) {
    return `throw new SyntaxError(${JSON.stringify(error instanceof Error ? error.message : String(error))});`;
  }
  // In source, the name would set the prototype.
  if (/"__proto__"\s*:/.test(json))
    return `module.exports = ${json.replaceAll(/"__proto__"(?=\s*:)/g, '["__proto__"]')}`;
  return json.trimStart().startsWith('{') ? propertyByProperty(json) : `module.exports = ${json}`;
}

/** Of an object; what belongs to it and not to the values in it is written as statements. */
function propertyByProperty(json: string): string {
  let depth = 0;
  let isKey = false;
  return json.replaceAll(token, (text) => {
    const isOuter = depth === 1;
    if (text === '{' || text === '[') {
      isKey = depth++ === 0;
      return isKey ? 'module.exports = {};' : text;
    }
    if (text === '}' || text === ']') return --depth === 0 ? '' : text;
    if (!isOuter) return text;
    if (text === ',') {
      isKey = true;
      return ';';
    }
    if (text === ':') return ' =';
    if (!isKey) return text;
    isKey = false;
    return `module.exports[${text}]`;
  });
}

const token = /"(?:[^"\\]|\\.)*"|[{}[\],:]/g;
