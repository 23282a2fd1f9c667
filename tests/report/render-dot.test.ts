import { instance } from '@viz-js/viz';
import { describe, expect, test } from 'vitest';
import { renderDot } from '#report/render-dot';
import { hostile, largeGraph, wheelBrake } from './sample-graphs';

describe('renderDot', () => {
  test.each([
    ['the wheel brake system', wheelBrake],
    ['hostile text', hostile],
    ['a large graph', largeGraph(200)],
  ])('Graphviz reads %s without complaint', async (_, view) => {
    const viz = await instance();
    const rendered = viz.render(renderDot(view), { format: 'dot_json' });
    // Without fonts it warns that it does not know how wide a character is.
    expect(rendered.errors.filter(({ message }) => !message.includes('no value for width'))).toEqual([]);
    const graph = JSON.parse(rendered.output ?? '') as { objects: { name: string }[]; edges: unknown[] };
    expect(graph.objects.filter(({ name }) => !name.startsWith('cluster'))).toHaveLength(view.nodes.length);
    expect(graph.edges).toHaveLength(view.edges.length);
  });

  test('marks and kinds of edges have their looks', () => {
    const dot = renderDot(hostile);
    const lineOf = (start: string): string => dot.split('\n').find((line) => line.trim().startsWith(start)) ?? '';
    expect(lineOf('n0 [')).toMatch(/shape="hexagon".*fillcolor="#f59e42"/);
    expect(lineOf('n1 [')).toMatch(/style="filled,rounded".*fillcolor="#b9e6bd"/);
    expect(lineOf('n2 [')).toMatch(/style="filled,rounded,dashed".*color="#cf3838"/);
    expect(lineOf('n8 [')).toMatch(/fillcolor="#ffffff"/);
    expect(lineOf('n2 -> n4')).toMatch(/color="#cf3838".*style="dashed"/);
    expect(lineOf('n1 -> n3')).toMatch(/label=" o\[\\"k\\"\]\.`m`#1 ".*color="#2563b8".*style="dashed"/);
    expect(lineOf('n3 -> n5')).toMatch(/color="#7c3aad".*style="solid"/);
  });

  test('the heading explains the marks that occur and no others', () => {
    const dot = renderDot(wheelBrake);
    expect(dot).toContain('affected condition');
    expect(dot).not.toContain('removed');
    expect(dot).not.toContain('data dependence');
  });

  test('nodes stand in their clusters, also in one that was not declared', () => {
    const dot = renderDot(hostile);
    expect(dot).toMatch(/subgraph cluster_c0 \{\n.*label="src\/\\"q\\".ts#f <module>".*\n\s+n0 .*\n\s+n1 .*\n\s+n2 /);
    expect(dot).toMatch(/subgraph cluster_c1 \{\n.*label="g \\"h\\"".*\n\s+n3 /);
    expect(dot).not.toContain('has no nodes');
  });

  test('a dense graph is laid out with less care', () => {
    const sparse = largeGraph(400);
    const edges = Array.from({ length: 3 }, () => sparse.edges).flat();
    expect(renderDot(sparse)).not.toContain('splines');
    expect(renderDot({ ...sparse, edges })).toContain('splines="line"');
  });
});
