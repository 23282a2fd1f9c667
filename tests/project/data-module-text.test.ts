import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dataModuleText } from '#project/data-module-text';

function exportsOf(text: string): unknown {
  const module = { exports: {} as unknown };
  new Function('module', text)(module);
  return module.exports;
}

describe('the text of a data module', () => {
  test('exports what any JSON says, whatever its form', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 4 }), fc.constantFrom(0, 1, '\t'), (json, indent) => {
        const text = JSON.stringify(JSON.parse(json), null, indent);
        const made = dataModuleText(text);
        const found = exportsOf(made);
        expect(found).toEqual(JSON.parse(text));
        expect(JSON.stringify(found)).toBe(JSON.stringify(JSON.parse(text)));
        expect(made.split('\n')).toHaveLength(text.split('\n').length);
      }),
    );
  });

  test.each([
    [
      '{ "a": 1, "b": { "c": [1, "x,y:{}"] } }',
      'module.exports = {}; module.exports["a"] = 1; module.exports["b"] = { "c": [1, "x,y:{}"] } ',
    ],
    ['[1, { "a": 2 }]', 'module.exports = [1, { "a": 2 }]'],
    ['"a"', 'module.exports = "a"'],
    ['{}', 'module.exports = {};'],
    ['{ "__proto__": 1 }', 'module.exports = { ["__proto__"]: 1 }'],
    ['{ "a\\"": "\\\\" }', 'module.exports = {}; module.exports["a\\""] = "\\\\" '],
  ])('of %s', (json, text) => {
    expect(dataModuleText(json)).toBe(text);
    expect(exportsOf(text)).toEqual(JSON.parse(json));
  });

  test('throws for what is no JSON', () => {
    expect(() => exportsOf(dataModuleText('{ a: 1 }'))).toThrow(SyntaxError);
  });
});
