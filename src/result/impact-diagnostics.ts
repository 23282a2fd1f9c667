import { chainsLeftOut, unsupportedConstruct, type Diagnostic } from '#core/diagnostics';
import { mostChains } from './build-impact';
import type { NodeDescriber } from './describe-node';

/** Problems of files, and constructs that the analysis goes around in the files that matter here. */
export function impactDiagnostics(nodes: NodeDescriber, touched: readonly string[], statements: number): Diagnostic[] {
  const { program, problems } = nodes.loaded;
  const unsupported = [...new Set(touched)].flatMap((path) => {
    const module = program.modules[program.moduleIndex(path) ?? -1];
    return (module?.unsupported ?? []).map(({ construct, start, end }) =>
      unsupportedConstruct(construct, { file: path, start, end }, nodes.linesOf(path).positionAt(start)),
    );
  });
  const chains = statements > mostChains ? [chainsLeftOut(statements, mostChains)] : [];
  return [...problems, ...unsupported, ...chains];
}
