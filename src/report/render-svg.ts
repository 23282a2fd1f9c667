import { invariant } from '#core/diagnostics';
import type { GraphView } from '#result/graph-view';
import { renderDot } from './render-dot';

/** A graph as a picture that stands alone: no scripts, no fonts or files of others. */
export async function renderSvg(view: GraphView): Promise<string> {
  // Graphviz is large, and only pictures need it.
  const { instance } = await import('@viz-js/viz');
  const viz = await instance();
  const rendered = viz.render(renderDot(view), { format: 'svg', engine: 'dot' });
  invariant(rendered.status === 'success', `Graphviz draws every graph view (${messages(rendered.errors)})`);
  return withScreenFonts(withoutProlog(rendered.output));
}

function messages(errors: readonly { readonly message: string }[]): string {
  return errors.map(({ message }) => message).join('; ');
}

/** The prolog names a document type on another host, which nothing should load. */
function withoutProlog(svg: string): string {
  return svg.slice(svg.indexOf('<svg'));
}

/** Graphviz measures with the widths of Courier; these fonts have the same widths, or nearly so, and look better. */
function withScreenFonts(svg: string): string {
  return svg.replace(/font-family="Courier[^"]*"/g, `font-family="${screenFonts}"`);
}

const screenFonts = "ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', 'Liberation Mono', monospace";
