import type { ReplayOutcome } from '#replay/outcome';
import type { ReplayInput } from '#replay/write-input';
import type { Solver } from '#smt/solver';
import type { Condition } from '#symbolic/condition';
import { describeCondition, type DescribedCondition } from '#symbolic/describe-condition';
import type { Site } from '#symbolic/site';
import { Darwin } from './darwin';
import { writeChanged, type ChangedCall, type WriteRequest } from './darwin-input';
import { opposite, type Side } from './explain-change';
import { agree } from './explain-outcome';
import type { BothRuns } from './explain-runs';

/** A condition of the path that another input can leave while it keeps to the path of the other version. */
export interface Cause {
  readonly side: Side;
  readonly condition: DescribedCondition;
  readonly site: Site;
  /** The nearest input that leaves the path there and on which both versions agree; null when none was found. */
  readonly nearest: NearestCall | null;
}

export interface NearestCall {
  readonly call: ChangedCall;
  /** In both versions. */
  readonly outcome: ReplayOutcome;
}

export interface FoundCauses {
  readonly causes: readonly Cause[];
  /** Conditions that were looked at. */
  readonly tried: number;
  /** Conditions that the solver could not decide, with why; and those for which there was no time. */
  readonly undecided: readonly { readonly condition: DescribedCondition; readonly reason: string }[];
}

export interface CausesRequest extends Omit<WriteRequest, 'world' | 'inputs' | 'given'> {
  readonly runs: BothRuns;
  readonly solver: Solver;
  /** Conditions at other places are passed over (DeltaDebug). */
  readonly isWanted: (side: Side, site: Site) => boolean;
  /** Runs inputs on both versions; as many as there was time for. */
  readonly replay: (inputs: readonly ReplayInput[]) => Promise<readonly BothOutcomes[]>;
  readonly expired: () => boolean;
}

export interface BothOutcomes {
  readonly base: ReplayOutcome;
  readonly head: ReplayOutcome;
}

/** Conditions that one explanation is worth; the paths of long loops have thousands. */
const mostConditions = 200;

/** DARWIN on one side: f ∧ φ′₁ ∧ … ∧ φ′ᵢ₋₁ ∧ ¬φ′ᵢ for the conditions φ′ of the path in `side`, f being the path in the other. */
export async function findCauses(request: CausesRequest, side: Side): Promise<FoundCauses> {
  const { runs, solver, expired } = request;
  const { worlds, given, inputs } = runs;
  const world = worlds[side];
  const darwin = new Darwin(world, solver, given);
  const path = runs[side].conditions;
  const writing: WriteRequest = { ...request, world, inputs, given };
  const open: (Pick<Cause, 'site' | 'condition'> & { readonly calls: readonly ChangedCall[] })[] = [];
  const undecided: { condition: DescribedCondition; reason: string }[] = [];
  let tried = 0;
  for (const [index, condition] of path.entries()) {
    const { site } = condition;
    if (site === null || !isDecision(condition) || !request.isWanted(side, site)) continue;
    const described = describeCondition(world, condition);
    if (expired() || tried >= mostConditions) {
      undecided.push({ condition: described, reason: 'there was no time left' });
      continue;
    }
    tried++;
    const flip = darwin.flip(runs[opposite(side)].conditions, path, index);
    if (flip.kind === 'unknown') undecided.push({ condition: described, reason: flip.reason });
    if (flip.kind !== 'possible') continue;
    const calls = flip.inputs.flatMap((input) => writeChanged(writing, input) ?? []);
    open.push({ site, condition: described, calls: withoutRepeats(calls) });
  }
  const outcomes = await request.replay(open.flatMap(({ calls }) => calls.map(({ input }) => input)));
  let next = 0;
  const causes = open.map(({ site, condition, calls }): Cause => {
    const run = calls.map((call) => ({ call, both: outcomes[next++] }));
    const good = run.find(({ both }) => both !== undefined && agree(both.base, both.head));
    const nearest = good?.both === undefined ? null : { call: good.call, outcome: good.both.head };
    return { side, site, condition, nearest };
  });
  return { causes, tried, undecided };
}

/** What is true of every input of the declared types is no decision. */
function isDecision(condition: Condition): boolean {
  return condition.kind !== 'term' || condition.role === 'branch' || condition.role === 'implicit';
}

function withoutRepeats(calls: readonly ChangedCall[]): readonly ChangedCall[] {
  return [...new Map(calls.map((call) => [call.text, call])).values()];
}
