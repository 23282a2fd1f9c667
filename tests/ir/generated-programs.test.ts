import fc from 'fast-check';
import { expect, test } from 'vitest';
import { lowerSource } from '#ir/lower-module';
import { printFunction } from '#ir/print';
import type { ModuleIr } from '#ir/cfg';
import { arbitraryProgram, type Focus } from './generate/arbitrary-program';
import { observeGraphs, observeSource } from './generate/observe';
import type { ProgramTree } from './generate/program-tree';
import { renderProgram } from './generate/render-program';
import { lowered } from './lowered';

/** On failure fast-check prints its seed and path, and this prints the shrunk source. */
const shown = { reporter: reportSource } as const;

test.each<Focus>(['control', 'expressions'])(
  'graphs of random programs about %s do what their source does',
  async (focus) => {
    const property = fc.asyncProperty(arbitraryProgram(focus), async (tree) => {
      const text = renderProgram(tree);
      const expected = await observeSource(text);
      expect(await observeGraphs(lowered('program.js', text))).toEqual(expected);
    });
    await fc.assert(property, { numRuns: 300, ...shown });
  },
);

test('lowering and printing a program twice gives the same text', () => {
  const property = fc.property(arbitraryProgram('control'), (tree) => {
    const text = renderProgram(tree);
    expect(printed(lowered('program.js', text))).toBe(printed(lowered('program.js', text)));
  });
  fc.assert(property, { numRuns: 50, ...shown });
});

test('a program with a syntax error has a problem and no graphs', () => {
  const property = fc.property(arbitraryProgram('control'), (tree) => {
    const { module, problems } = lowerSource('program.js', `${renderProgram(tree)}\n}`);
    expect(module).toBeNull();
    expect(problems.map(({ code }) => code)).toEqual(['syntax-error']);
  });
  fc.assert(property, { numRuns: 10, ...shown });
});

function printed(module: ModuleIr): string {
  return module.functions.map((fn) => printFunction(module, fn, { weakEdges: true })).join('\n');
}

function reportSource(details: fc.RunDetails<[ProgramTree]>): void {
  if (!details.failed) return;
  const source = details.counterexample === null ? '' : renderProgram(details.counterexample[0]);
  throw new Error(`${fc.defaultReportMessage(details) ?? ''}\n\nThe program:\n${source}`, {
    cause: details.errorInstance,
  });
}
