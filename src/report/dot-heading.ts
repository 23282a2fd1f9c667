import type { GraphView } from '#result/graph-view';
import { dotHtml } from './dot-text';
import type { GraphIndex } from './graph-index';
import { edgeStyles, markStyles } from './graph-theme';
import { oneLine } from './source-text';

/**
 * An HTML-like label for the top of a picture: its title, the colours and kinds of edges that occur in it, its notes. A
 * label of the graph itself, because a cluster around all nodes makes the layout many times slower.
 */
export function dotHeading(graph: GraphIndex, view: GraphView): string {
  const swatches = graph.marks.map((mark) => {
    const { fill, border, dashed, meaning } = markStyles[mark];
    const style = dashed ? ' style="dashed"' : '';
    return `<td border="1" width="28" height="12" bgcolor="${fill}" color="${border}"${style}></td>${caption(meaning)}`;
  });
  const edges = graph.edgeKinds.map((kind) => {
    const { colour, line, meaning } = edgeStyles[kind];
    return `<td width="28"><font color="${colour}">${lineSamples[line]}</font></td>${caption(meaning)}`;
  });
  const rows = [
    wholeRow(`<font point-size="14">${dotHtml(oneLine(view.title))}</font>`),
    ...view.legend.map((note) => wholeRow(dotHtml(oneLine(note)))),
    ...rowsOf(swatches),
    // With edges of one kind there is nothing to tell apart.
    ...(edges.length < 2 ? [] : rowsOf(edges)),
    '<tr><td height="6"></td></tr>',
  ];
  return `<<table border="0" cellborder="0" cellspacing="3" cellpadding="2">${rows.join('')}</table>>`;
}

// In ASCII, because Graphviz takes every byte for a letter when it guesses widths.
const lineSamples = { solid: '---&gt;', dashed: '- -&gt;', dotted: '...&gt;' } as const;
const entriesPerRow = 4;
const columnsPerEntry = 3;
const columns = entriesPerRow * columnsPerEntry;

function caption(meaning: string): string {
  return `<td align="left">${meaning}</td><td width="6"></td>`;
}

function wholeRow(content: string): string {
  return `<tr><td align="left" colspan="${columns}">${content}</td></tr>`;
}

function rowsOf(entries: readonly string[]): string[] {
  const rows: string[] = [];
  for (let first = 0; first < entries.length; first += entriesPerRow) {
    const row = entries.slice(first, first + entriesPerRow);
    const missing = columns - row.length * columnsPerEntry;
    rows.push(`<tr>${row.join('')}${missing > 0 ? `<td colspan="${missing}"></td>` : ''}</tr>`);
  }
  return rows;
}
