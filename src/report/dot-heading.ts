import type { GraphView } from '#result/graph-view';
import { dotHtml } from './dot-text';
import type { GraphIndex } from './graph-index';
import { edgeStyles, markStyles } from './graph-theme';
import { oneLine } from './source-text';

/**
 * An HTML-like label for the top of a picture: its title, its notes, the colours and kinds of edges that occur in it. A
 * label of the graph itself, because a cluster around all nodes makes the layout many times slower.
 */
export function dotHeading(graph: GraphIndex, view: GraphView): string {
  const title = oneLine(view.title);
  const notes = view.legend.map(oneLine);
  const marks = graph.marks.map((mark): Entry => {
    const { fill, border, dashed, meaning } = markStyles[mark];
    const style = dashed ? ' style="dashed"' : '';
    const sample = `<td border="1" width="28" height="12" bgcolor="${fill}" color="${border}"${style}></td>`;
    return { sample, meaning };
  });
  // What a virtual edge stands for differs from picture to picture: a note says it.
  const kinds = graph.edgeKinds.filter((kind) => kind !== 'virtual');
  const edges = kinds.map((kind): Entry => {
    const { colour, line, meaning } = edgeStyles[kind];
    return { sample: `<td width="28"><font color="${colour}">${lineSamples[line]}</font></td>`, meaning };
  });
  // With edges of one kind there is nothing to tell apart.
  const rows = [...inRows(marks), ...(edges.length < 2 ? [] : inRows(edges))];
  const textWidth = Math.max(titleLetter * title.length, ...notes.map((note) => letter * note.length));
  const filler = Math.max(0, Math.ceil(textWidth - widthOf(rows)));
  const lines = [
    wholeRow(`<font point-size="14">${dotHtml(title)}</font>`),
    ...notes.map((note) => wholeRow(dotHtml(note))),
    ...rows.map((row) => legendRow(row, filler)),
    '<tr><td height="6"></td></tr>',
  ];
  return `<<table border="0" cellborder="0" cellspacing="3" cellpadding="2">${lines.join('')}</table>>`;
}

interface Entry {
  readonly sample: string;
  readonly meaning: string;
}

// In ASCII, because Graphviz takes every byte for a letter when it guesses widths.
const lineSamples = { solid: '---&gt;', dashed: '- -&gt;', dotted: '...&gt;' } as const;
const entriesPerRow = 4;
const columnsPerEntry = 3;
const columns = entriesPerRow * columnsPerEntry + 1;

/** Points that a letter of the two sizes takes, and what an entry takes beside its words. */
const letter = 6;
const titleLetter = 8.4;
const besideWords = 64;

function inRows(entries: readonly Entry[]): Entry[][] {
  const rows: Entry[][] = [];
  for (let first = 0; first < entries.length; first += entriesPerRow) {
    rows.push(entries.slice(first, first + entriesPerRow));
  }
  return rows;
}

function widthOf(rows: readonly (readonly Entry[])[]): number {
  let width = 0;
  for (let column = 0; column < entriesPerRow; column++) {
    const longest = Math.max(0, ...rows.map((row) => row[column]?.meaning.length ?? 0));
    if (longest > 0) width += letter * longest + besideWords;
  }
  return width;
}

function wholeRow(content: string): string {
  return `<tr><td align="left" colspan="${columns}">${content}</td></tr>`;
}

/** The last column takes up the width of longer lines above, which would otherwise stretch the samples. */
function legendRow(row: readonly Entry[], filler: number): string {
  const cells = row
    .map(({ sample, meaning }) => `${sample}<td align="left">${meaning}</td><td width="6"></td>`)
    .join('');
  const missing = columns - 1 - row.length * columnsPerEntry;
  const empty = missing > 0 ? `<td colspan="${missing}"></td>` : '';
  return `<tr>${cells}${empty}<td width="${filler}"></td></tr>`;
}
