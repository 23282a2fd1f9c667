import { CallEffects } from './call-effects';
import { GeneratorEffects } from './generator-effects';
import { PromiseEffects } from './promise-effects';
import type { SharingGraph } from './sharing-graph';

/** Definitions and uses of shared places, over the whole program. */
export class Sharing {
  private readonly placesDefinedBy = new Map<number, number[]>();
  private readonly placesUsedBy = new Map<number, number[]>();
  private readonly definitionsOf = new Map<number, number[]>();
  private readonly usesOf = new Map<number, number[]>();
  private narrowerOf: Map<number, number[]> | undefined;
  edgeCount = 0;

  /** All definitions come before the uses: a use looks only for places that something defines. */
  constructor(private readonly graph: SharingGraph) {
    const { program, shared, vertexBase } = graph;
    const define = (vertex: number, place: number): void => this.define(vertex, place);
    const use = (vertex: number, place: number): void => this.use(vertex, place);
    const effects = [new CallEffects(graph), new GeneratorEffects(graph), new PromiseEffects(graph)];
    for (let fn = 0; fn < program.functionCount; fn++) {
      const { openDefs } = graph.graphOf(fn).local;
      const m = program.moduleOfFunction[fn]!;
      for (let i = 0; i < openDefs.length; i += 2) {
        for (const place of shared.written(m, openDefs[i + 1]!)) define(vertexBase[fn]! + openDefs[i]!, place);
      }
    }
    for (const effect of effects) effect.definitions(define);
    for (let fn = 0; fn < program.functionCount; fn++) {
      const { openUses } = graph.graphOf(fn).local;
      const m = program.moduleOfFunction[fn]!;
      for (let i = 0; i < openUses.length; i += 2) {
        for (const place of shared.read(m, openUses[i + 1]!)) use(vertexBase[fn]! + openUses[i]!, place);
      }
    }
    for (const effect of effects) effect.uses(use);
  }

  definedBy(vertex: number): readonly number[] {
    return this.placesDefinedBy.get(vertex) ?? [];
  }
  usedBy(vertex: number): readonly number[] {
    return this.placesUsedBy.get(vertex) ?? [];
  }
  definitions(place: number): readonly number[] {
    return this.definitionsOf.get(place) ?? [];
  }
  uses(place: number): readonly number[] {
    return this.usesOf.get(place) ?? [];
  }

  /** Places that are part of this one. */
  narrower(place: number): readonly number[] {
    if (this.narrowerOf === undefined) {
      this.narrowerOf = new Map();
      this.graph.shared.wider.forEach((list, from) => {
        for (const to of list) push(this.narrowerOf ?? new Map(), to, from);
      });
    }
    return this.narrowerOf.get(place) ?? [];
  }

  private define(vertex: number, place: number): void {
    push(this.placesDefinedBy, vertex, place);
    push(this.definitionsOf, place, vertex);
    this.edgeCount++;
  }

  private use(vertex: number, place: number): void {
    push(this.placesUsedBy, vertex, place);
    push(this.usesOf, place, vertex);
    this.edgeCount++;
  }
}

function push<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [value]);
  else list.push(value);
}
