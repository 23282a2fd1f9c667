import type { FunctionId, NodeId } from '#core/ids';
import type { Program } from '#ir/program';
import { basicBlocks } from './basic-blocks';
import type { CallingContext } from './calling-context';
import { isTemporary, type FunctionFlow } from './function-flow';
import { groupBy, pushTo, type MultiMap } from './multi-map';
import type { ProgramFlows } from './program-flows';

/** Something that one path at least has to do: to execute a node, or to go on from it in one way. */
export interface Obligation {
  readonly node: NodeId;
  /** The node that it must go on to, counted from the entry of the function; null where that does not matter. */
  readonly to: number | null;
  /** The definition that must reach the node; null where that does not matter. */
  readonly definition: Definition | null;
  /** Obligations of one name are one: the nodes of a basic block. */
  readonly name: string;
  /** In which calling contexts it counts. */
  readonly in: 'contexts that affect the node' | 'contexts that affect anything';
}

/** A write, and all that write the same variable. */
export interface Definition {
  readonly node: NodeId;
  readonly writers: ReadonlySet<NodeId>;
}

/** The notions of coverage of iDiSE Def. IV.1, IV.2, IV.3 and IV.5. */
export type CoverageGoal = 'statement' | 'block' | 'branch' | 'dataflow';

export interface GoalInput {
  readonly program: Program;
  readonly flows: ProgramFlows;
  readonly affected: ReadonlySet<NodeId>;
  /** Where control may go on from a node. */
  readonly decisionsAt: (fn: FunctionId, node: number) => readonly number[];
}

/** What is to be covered so that all affected parts of a program are, by the node that does it. */
export function coverageGoals(goal: CoverageGoal, input: GoalInput): MultiMap<NodeId, Obligation> {
  const found: MultiMap<NodeId, Obligation> = new Map();
  const byFunction = groupBy(input.affected, (node) => input.program.functionOf(node));
  for (const [fn, nodes] of byFunction) {
    for (const obligation of makers[goal](input, fn, nodes)) pushTo(found, obligation.node, obligation);
  }
  return found;
}

/** Whether an obligation counts for a node in a calling context. */
export function countsIn({ in: where, definition }: Obligation, { reached }: CallingContext, node: number): boolean {
  if (definition !== null) return true;
  return where === 'contexts that affect anything' ? !reached.isEmpty() : reached.has(node);
}

type Maker = (input: GoalInput, fn: FunctionId, nodes: readonly NodeId[]) => Iterable<Obligation>;

const makers: Readonly<Record<CoverageGoal, Maker>> = {
  statement: (_, __, nodes) => nodes.map((node) => executed(node)),
  block({ program }, fn, nodes) {
    const { first } = program.nodesOf(fn);
    const blockOf = basicBlocks(program, fn);
    return nodes.map((node) => ({ ...executed(node), name: `block ${first + (blockOf[node - first] ?? 0)}` }));
  },
  branch: branches,
  dataflow: dataFlows,
};

function executed(node: NodeId): Obligation {
  return { node, to: null, definition: null, name: `node ${node}`, in: 'contexts that affect the node' };
}

/** Every decision of affected conditions, affected handlers and ends, and the entry and exit of affected functions. */
function* branches(
  { program, flows, decisionsAt }: GoalInput,
  fn: FunctionId,
  nodes: readonly NodeId[],
): Iterable<Obligation> {
  const flow = flows.of(fn);
  for (const node of nodes) {
    const index = flow.indexOf(node);
    if (leaving.has(flow.kindOf(index))) yield executed(node);
    if (!flow.conditions.has(index)) continue;
    for (const to of decisionsAt(fn, index)) yield { ...executed(node), to, name: `node ${node} to ${to}` };
  }
  for (const node of [program.entryOf(fn), program.exitOf(fn)]) {
    yield { ...executed(node), in: 'contexts that affect anything' };
  }
}

const leaving: ReadonlySet<string> = new Set(['catch', 'return', 'throw']);

/** Every use of a variable that an affected node writes; a use that decides, in each of its ways. */
function* dataFlows({ flows, decisionsAt }: GoalInput, fn: FunctionId, nodes: readonly NodeId[]): Iterable<Obligation> {
  const flow = flows.of(fn);
  for (const node of nodes) {
    const written = flow.indexOf(node);
    if (!flow.writes.has(written)) continue;
    for (const { reader, definition } of uses(flow, written)) {
      const use: Obligation = { ...executed(flow.idOf(reader)), definition, name: `flow ${node} to ${reader}` };
      if (!flow.conditions.has(reader)) yield use;
      else for (const to of decisionsAt(fn, reader)) yield { ...use, to, name: `${use.name} to ${to}` };
    }
  }
}

/** Readers that the value can get to; temporaries are no variables. */
function uses(flow: FunctionFlow, written: number): { reader: number; definition: Definition }[] {
  const accesses = flow.definitionsOf(written).filter((access) => !isTemporary(access));
  return accesses.flatMap((access) =>
    flow.placesOf(access, 'readers').flatMap((place) => {
      const definition = {
        node: flow.idOf(written),
        writers: new Set(place.writers.map((writer) => flow.idOf(writer))),
      };
      return place.readers.filter((reader) => flow.reaches(written, reader)).map((reader) => ({ reader, definition }));
    }),
  );
}
