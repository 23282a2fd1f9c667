import { CallEffects } from './call-effects';
import { CommonEffects } from './common-effects';
import { ConversionEffects } from './conversion-effects';
import { GeneratorEffects } from './generator-effects';
import { PromiseEffects } from './promise-effects';
import type { Effects, SharingGraph } from './sharing-graph';
import { StateEffects } from './state-effects';
import { SharingPartBuilder, type SharingPart } from './sharing-part';

/** Finds out, module by module, which shared places the program defines and uses. */
export class SharingParts {
  private readonly effects: readonly Effects[];

  constructor(private readonly graph: SharingGraph) {
    this.effects = [
      new CallEffects(graph),
      new ConversionEffects(graph),
      new GeneratorEffects(graph),
      new PromiseEffects(graph),
      new CommonEffects(graph),
      new StateEffects(graph),
    ];
  }

  build(module: number): SharingPart {
    const { program, shared, vertexBase } = this.graph;
    const first = program.functionBase[module]!;
    const end = program.functionBase[module + 1]!;
    const builder = new SharingPartBuilder(vertexBase[first] ?? 0);
    const { useOffset, openUses, defOffset, openDefs } = this.graph.moduleGraph(module);
    for (let fn = first; fn < end; fn++) {
      const index = fn - first;
      const base = vertexBase[fn]!;
      for (let i = defOffset[index]!; i < defOffset[index + 1]!; i += 2) {
        for (const place of shared.written(module, openDefs[i + 1]!)) builder.define(base + openDefs[i]!, place);
      }
      for (let i = useOffset[index]!; i < useOffset[index + 1]!; i += 2) {
        builder.use(base + openUses[i]!, shared.read(module, openUses[i + 1]!));
      }
    }
    for (const effect of this.effects) {
      effect.definitions(module, (vertex, place) => builder.define(vertex, place));
      effect.uses(module, (vertex, places) => builder.use(vertex, places));
    }
    return builder.part();
  }
}
