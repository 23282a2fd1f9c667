import type { FunctionIr, ModuleIr } from '#ir/cfg';

/**
 * A text that two functions share exactly if one graph is the other up to the numbering of nodes, temporaries, variables,
 * functions and classes. Independent of how the comparison under test goes about it: numbers are given in the order in
 * which a walk from the entry meets them.
 */
export function canonicalGraph(module: ModuleIr, fn: FunctionIr): string {
  const nodes = new Numbering();
  const numberings: Readonly<Record<string, Numbering>> = {
    binding: new Numbering(),
    bindings: new Numbering(),
    temp: new Numbering(),
    fn: new Numbering(),
    index: new Numbering(),
    callNode: nodes,
  };
  const kindOf = (field: string, value: number): string =>
    field === 'binding' ? (module.bindings[value]?.kind ?? '') : '';
  const rewrite = (field: string, value: unknown): unknown => {
    if (typeof value === 'bigint') return `${value}n`;
    if (Object.is(value, -0)) return '-0';
    if (value === undefined) return 'undefined';
    const space = tempFields.has(field) ? 'temp' : field;
    const numbering = numberings[space];
    if (typeof value === 'number' && numbering !== undefined) return `${numbering.of(value)}${kindOf(field, value)}`;
    if (Array.isArray(value)) return value.map((item) => rewrite(field === 'bindings' ? 'binding' : '', item));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, rewrite(key, part)]));
  };
  const lines = [JSON.stringify(fn.params.map(({ target, rest }) => ({ target: rewrite('', target), rest })))];
  const pending = [fn.entry];
  nodes.of(fn.entry);
  for (let next = 0; next < pending.length; next++) {
    const node = fn.nodes[pending[next] ?? 0];
    if (node === undefined) continue;
    const edges = node.edges
      .toSorted((a, b) => (a.label < b.label ? -1 : 1))
      .map(({ to, label, weak }) => {
        if (!nodes.has(to)) pending.push(to);
        return `${label}${weak ? '?' : ''}>${nodes.of(to)}`;
      });
    lines.push(`${next}: ${JSON.stringify(rewrite('', node.op))} ${edges.join(' ')}`);
  }
  return lines.join('\n');
}

const tempFields: ReadonlySet<string> = new Set(['temp', 'iter', 'completion', 'returned']);

class Numbering {
  readonly #numbers = new Map<number, number>();

  has(value: number): boolean {
    return this.#numbers.has(value);
  }

  of(value: number): number {
    const known = this.#numbers.get(value) ?? this.#numbers.size;
    this.#numbers.set(value, known);
    return known;
  }
}
