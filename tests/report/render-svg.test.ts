import { existsSync } from 'node:fs';
import fc from 'fast-check';
import { chromium } from 'playwright-core';
import { describe, expect, test, type TestContext } from 'vitest';
import { labelLines } from '#report/label-lines';
import { renderSvg } from '#report/render-svg';
import type { GraphView } from '#result/graph-view';
import { hostile, largeGraph, wheelBrake } from './sample-graphs';

/** What a viewer shows of each node: the lines of text inside its group. */
function textsOfNodes(svg: string): string[][] {
  return [...svg.matchAll(/<g id="node\d+" class="node">(.*?)\n<\/g>/gs)].map(([, group = '']) =>
    [...group.matchAll(/<text [^>]*>(.*?)<\/text>/gs)].map(([, text = '']) => unescapeXml(text)),
  );
}

function unescapeXml(text: string): string {
  const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
  return text
    .replace(/&(?:#(\d+)|(\w+));/g, (_, code: string | undefined, name: string | undefined) =>
      code === undefined ? (named[name ?? ''] ?? '?') : String.fromCodePoint(Number(code)),
    )
    .replaceAll('\u00a0', ' ');
}

function shownLines(label: string): string[] {
  return labelLines(label)
    .map((line) => line.replaceAll('\u00a0', ' '))
    .filter((line) => line !== '');
}

function oneNode(label: string): GraphView {
  return {
    title: label,
    kind: 'pdg',
    nodes: [{ id: label, label, shape: 'box', mark: null, cluster: label, tooltip: label }],
    edges: [{ from: label, to: label, label, kind: 'data' }],
    clusters: [{ id: label, label }],
    legend: [label],
  };
}

describe('renderSvg', () => {
  test('stands alone', async () => {
    const svg = await renderSvg(wheelBrake);
    expect(svg.startsWith('<svg')).toBe(true);
    expect(svg).not.toMatch(/<script|<image|href="(?!#)|@import|url\(/);
    expect(svg).toContain('#f59e42');
  });

  test('shows every label as it is, whatever it holds', async () => {
    const svg = await renderSvg(hostile);
    const labels = hostile.nodes.map(({ label }) => shownLines(label));
    const shown = textsOfNodes(svg).map((lines) => lines.filter((line) => line !== ''));
    expect(shown.toSorted()).toEqual(labels.toSorted());
  });

  test('any text can be a title, a label, an id and a note', async () => {
    const character = fc.oneof(
      fc.constantFrom(
        '\\',
        '"',
        '&',
        '<',
        '>',
        'l',
        'N',
        'n',
        ';',
        '#',
        'amp',
        '\n',
        '\r',
        ' ',
        '\t',
        '{',
        '|',
        '\u0000',
      ),
      fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
    );
    const label = fc.array(character, { maxLength: 12 }).map((parts) => parts.join(''));
    await fc.assert(
      fc.asyncProperty(label, async (text) => {
        const [shown] = textsOfNodes(await renderSvg(oneNode(text)));
        expect(shown?.filter((line) => line !== '')).toEqual(shownLines(text));
      }),
      { numRuns: 60 },
    );
  });

  test('draws a thousand nodes', async () => {
    expect(textsOfNodes(await renderSvg(largeGraph(1000)))).toHaveLength(1000);
  });

  test('draws a graph without nodes', async () => {
    expect(await renderSvg({ title: 'empty', kind: 'cfg', nodes: [], edges: [], legend: [] })).toContain('empty');
  });

  test('an edge to nowhere is a bug of ours', async () => {
    const edge = { from: 'n0', to: 'gone', label: '', kind: 'flow' } as const;
    await expect(renderSvg({ ...wheelBrake, edges: [edge] })).rejects.toThrow('joins two of its nodes');
  });
});

describe('in a browser', () => {
  test('the picture is well-formed, its texts fit into their nodes, and the change is orange', async (context) => {
    const page = await openPage(context);
    const svg = await renderSvg(wheelBrake);
    const seen = await page.evaluate(readPicture, svg);
    await page.context().browser()?.close();
    expect(seen.problem).toBeNull();
    expect(seen.nodes).toHaveLength(wheelBrake.nodes.length);
    expect(seen.nodes.filter(({ fits }) => !fits)).toEqual([]);
    expect(seen.nodes.find(({ text }) => text === 'pedalPos <= 0')?.fill).toBe('rgb(245, 158, 66)');
    expect(seen.nodes.find(({ text }) => text === 'meter = 1')?.fill).toBe('rgb(255, 255, 255)');
  });

  test('hostile text is well-formed too and runs nothing', async (context) => {
    const page = await openPage(context);
    const seen = await page.evaluate(readPicture, await renderSvg(hostile));
    await page.context().browser()?.close();
    expect(seen.problem).toBeNull();
    expect(seen.scripts).toBe(0);
  });
});

async function openPage(context: TestContext) {
  const executablePath = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(existsSync);
  if (executablePath === undefined) return context.skip('no chromium is installed');
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  return browser.newPage();
}

/** Runs in the page, where the types of the browser are not known to this project. */
const readPicture = new Function(
  'svg',
  `
  const parsed = new DOMParser().parseFromString(svg, 'image/svg+xml');
  const problem = parsed.querySelector('parsererror')?.textContent ?? null;
  document.body.replaceChildren(document.importNode(parsed.documentElement, true));
  const nodes = [...document.querySelectorAll('g.node')].map((group) => {
    const shape = group.querySelector('polygon, ellipse, path');
    const texts = [...group.querySelectorAll('text')];
    const outer = shape.getBoundingClientRect();
    const fits = texts.every((text) => {
      const inner = text.getBoundingClientRect();
      return inner.left >= outer.left && inner.right <= outer.right && inner.top >= outer.top - 1 && inner.bottom <= outer.bottom + 1;
    });
    const text = texts.map((element) => element.textContent.replaceAll('\\u00a0', ' ')).join('\\n');
    return { text, fits, fill: getComputedStyle(shape).fill };
  });
  return { problem, nodes, scripts: document.querySelectorAll('script').length };
`,
) as (svg: string) => {
  readonly problem: string | null;
  readonly nodes: readonly { readonly text: string; readonly fits: boolean; readonly fill: string }[];
  readonly scripts: number;
};
