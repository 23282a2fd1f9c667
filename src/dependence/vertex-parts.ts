import type { Program } from '#ir/program';
import { ArgumentPairs } from './argument-pairs';
import { EdgeLabels } from './edge-labels';
import type { ErrorFlow } from './error-flow';
import { FunctionGraphs } from './function-graphs';
import { GuessedCalls } from './guessed-calls';
import type { Memory } from './memory';
import type { PointerAnalysis } from './pointers';
import type { SharedPlaces } from './shared-places';
import { numberVertices, type VertexNumbering } from './vertex-numbering';

/** What there is to know of the vertices of a dependence graph. */
export interface VertexParts {
  readonly numbering: VertexNumbering;
  /** By node: functions that it runs although it shows no call. */
  readonly implicitAt: ReadonlyMap<number, readonly number[]>;
  /** One past the last vertex of a function. */
  readonly placeBase: number;
  readonly argumentPairs: ArgumentPairs;
  readonly graphs: FunctionGraphs;
  readonly guessedCalls: GuessedCalls;
  readonly labels: EdgeLabels;
}

export function vertexParts(
  program: Program,
  pointers: PointerAnalysis,
  errors: ErrorFlow,
  shared: SharedPlaces,
  memory: Memory | null,
): VertexParts {
  const numbering = numberVertices(program);
  const implicitAt = new Map<number, number[]>();
  for (const { node, callee } of pointers.calls.implicit) {
    const list = implicitAt.get(node);
    if (list === undefined) implicitAt.set(node, [callee]);
    else list.push(callee);
  }
  return {
    numbering,
    implicitAt,
    placeBase: numbering.base[program.functionCount]!,
    argumentPairs: new ArgumentPairs(program, pointers.calls, numbering, pointers.bound),
    graphs: new FunctionGraphs(program, pointers, errors, numbering.base, memory),
    guessedCalls: new GuessedCalls(pointers, numbering),
    labels: new EdgeLabels(program, numbering, shared),
  };
}
