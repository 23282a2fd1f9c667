import type { Snapshot } from '#project/snapshot';
import { Child, type ChildEnd, type ChildReport } from './child-process';
import { childProgram } from './child-program';
import type { KeyNames } from './key-names';
import type { Completion, ReplayOutcome } from './outcome';
import type { NameOfModule } from './classes-around';
import { TargetPreparer, type OtherModule, type PreparedTarget } from './prepare-target';
import type { ChildInput } from './protocol';
import { skimBatch } from './skim-batch';
import { classNamesIn } from './class-names';
import { writeInput, type ReplayInput } from './write-input';

/** Which function to call. */
export interface ReplayTarget {
  /** Sources come from here; installed packages from the disk below its root. */
  readonly files: Snapshot;
  readonly path: string;
  /** `FunctionIr.qualifiedName`: `f`, `Class.method`, `Class.get size`, `Class.constructor`, `<module>` for loading it. */
  readonly functionName: string;
  /** Names at the top of the module to look at after the call; by default all variables, and constants that hold objects. */
  readonly state?: readonly string[];
  /** Classes of other modules that inputs may name, whether or not the module imports them. */
  readonly classes?: readonly NameOfModule[];
  /** Other modules whose variables are to be looked at, too. */
  readonly others?: readonly OtherModule[];
  /** In digests, what properties are called that this version has under other names. */
  readonly names?: KeyNames | null;
}

export interface ReplayerOptions {
  /** For one call, with the making of its inputs and what it leaves waiting. */
  readonly timeoutMs: number;
  readonly memoryMb: number;
  /** For loading the modules of one call, and starting the process. */
  readonly loadTimeoutMs?: number;
  /** Milliseconds that are left for everything: nothing is started or waited for any longer. */
  readonly timeLeft?: () => number;
  /** `process`: no two inputs share a process, so that not even the state of packages passes from one to the next. */
  readonly isolation?: 'module' | 'process';
}

/**
 * A function of a snapshot and inputs → what the real engine does. Every input meets fresh modules, the same clock and the
 * same random numbers, in a process that cannot write, connect or spawn.
 */
export class Replayer {
  readonly #options: Required<ReplayerOptions>;
  readonly #preparers = new WeakMap<Snapshot, TargetPreparer>();
  #program: string | null = null;
  #child: StartedChild | null = null;
  #last: Promise<unknown> = Promise.resolve();
  #disposed = false;

  constructor(options: ReplayerOptions) {
    this.#options = { loadTimeoutMs: 20_000, isolation: 'module', timeLeft: () => Infinity, ...options };
  }

  /** Starts the process before it is known what to run, so that it need not be waited for then. Gives its number. */
  start(root: string): number | undefined {
    if (!this.#disposed) this.#child ??= this.#started(root);
    return this.#child?.child.pid;
  }

  /** Outcomes in the order of the inputs. Runs that are asked for at the same time are carried out one after the other. */
  run(target: ReplayTarget, inputs: readonly ReplayInput[]): Promise<readonly ReplayOutcome[]> {
    const result = this.#last.then(() => this.#run(target, inputs));
    this.#last = result.catch(() => {});
    return result;
  }

  /**
   * A first look at many inputs, each the work of microseconds: they share one instance of the modules. Digests in the order of
   * the inputs, `returns …` or `throws …`; null where a look says nothing, as of inputs that do not end, and of those that were
   * looked at with them.
   */
  skim(target: ReplayTarget, inputs: readonly ReplayInput[]): Promise<readonly (string | null)[]> {
    const result = this.#last.then(() => this.#skim(target, inputs));
    this.#last = result.catch(() => {});
    return result;
  }

  async dispose(): Promise<void> {
    this.#disposed = true;
    await this.#last;
    await this.#end();
  }

  #prepare(
    { files, path, functionName, state, classes, others }: ReplayTarget,
    inputs: readonly ReplayInput[],
  ): PreparedTarget {
    let preparer = this.#preparers.get(files);
    if (preparer === undefined) this.#preparers.set(files, (preparer = new TargetPreparer(files)));
    return preparer.prepare({
      path,
      functionName,
      state: state ?? null,
      classes: classes ?? [],
      others: others ?? [],
      names: classNamesIn(inputs),
    });
  }

  async #skim(target: ReplayTarget, inputs: readonly ReplayInput[]): Promise<readonly (string | null)[]> {
    const { timeLeft, timeoutMs } = this.#options;
    const prepared = this.#prepare(target, inputs);
    if (this.#disposed) throw new Error('the replayer was disposed of while it ran');
    if (prepared.kind === 'not-callable' || timeLeft() <= 0) return inputs.map(() => null);
    const child = await this.#childFor(target.files.root, prepared);
    const written = inputs.map((input) => writeInput(input, prepared.program.imports));
    // A process that has just been started takes its time.
    const { digests, isUsable } = await skimBatch(
      child,
      { inputs: written, names: target.names ?? null },
      Math.min(child.isFresh ? 2 * timeoutMs : timeoutMs, timeLeft()),
    );
    child.isFresh = false;
    if (!isUsable) await this.#end();
    return digests;
  }

  async #run(target: ReplayTarget, inputs: readonly ReplayInput[]): Promise<readonly ReplayOutcome[]> {
    const prepared = this.#prepare(target, inputs);
    if (prepared.kind === 'not-callable') return inputs.map(() => withoutCall(prepared));
    const written = inputs.map((input) => writeInput(input, prepared.program.imports));
    const outcomes: ReplayOutcome[] = [];
    while (outcomes.length < inputs.length) {
      if (this.#disposed) throw new Error('the replayer was disposed of while it ran');
      if (this.#options.timeLeft() <= 0) return inputs.map((_, i) => outcomes[i] ?? withoutCall({ kind: 'times-out' }));
      const { outcomes: more, failedToLoad } = await this.#runSome(
        target.files.root,
        prepared,
        written.slice(outcomes.length),
      );
      outcomes.push(...more);
      if (failedToLoad !== null) return inputs.map((_, i) => outcomes[i] ?? failedToLoad);
    }
    return outcomes;
  }

  /** Runs inputs until one of them uses up the process. */
  async #runSome(
    root: string,
    prepared: Extract<PreparedTarget, { kind: 'prepared' }>,
    inputs: readonly ChildInput[],
  ): Promise<BatchResult> {
    const child = await this.#childFor(root, prepared);
    const some = this.#options.isolation === 'process' ? inputs.slice(0, 1) : inputs;
    const result = await new Batch(child, some, this.#options).run();
    if (!result.isUsable || this.#options.isolation === 'process') await this.#end();
    return result;
  }

  async #childFor(root: string, prepared: Extract<PreparedTarget, { kind: 'prepared' }>): Promise<Child> {
    // One that waited may have ended while nobody listened.
    if (this.#child !== null && (this.#child.root !== root || this.#child.child.hasEnded)) await this.#end();
    this.#child ??= this.#started(root);
    const { child, loaded } = this.#child;
    if (loaded === prepared) return child;
    const units = prepared.units.filter(({ key }) => !child.sent.has(key));
    for (const { key } of units) child.sent.add(key);
    child.send({ kind: 'code', units });
    child.send({ kind: 'program', program: prepared.program });
    this.#child.loaded = prepared;
    return child;
  }

  #started(root: string): StartedChild {
    this.#program ??= childProgram();
    const child = new Child({ program: this.#program, root, memoryMb: this.#options.memoryMb });
    return { child, root, loaded: null };
  }

  async #end(): Promise<void> {
    const ended = this.#child?.child.kill();
    this.#child = null;
    await ended;
  }
}

interface StartedChild {
  readonly child: Child;
  readonly root: string;
  loaded: PreparedTarget | null;
}

interface BatchResult {
  readonly outcomes: ReplayOutcome[];
  /** The child can be given more. */
  readonly isUsable: boolean;
  /** What a process that did nothing else made of the modules: the next one would make the same. */
  readonly failedToLoad: ReplayOutcome | null;
}

/** Inputs that one child works through, watched from outside. */
class Batch {
  readonly #child: Child;
  readonly #inputs: readonly ChildInput[];
  readonly #options: Required<ReplayerOptions>;
  readonly #outcomes: ReplayOutcome[] = [];
  #isCalling = false;
  #timer: NodeJS.Timeout | undefined;
  #finish: (result: BatchResult) => void = () => {};

  constructor(child: Child, inputs: readonly ChildInput[], options: Required<ReplayerOptions>) {
    this.#child = child;
    this.#inputs = inputs;
    this.#options = options;
  }

  run(): Promise<BatchResult> {
    return new Promise((resolve) => {
      this.#finish = (result) => {
        clearTimeout(this.#timer);
        this.#child.onMessage = () => {};
        this.#child.onEnd = () => {};
        resolve(result);
      };
      this.#child.onMessage = (message) => this.#hear(message);
      this.#child.onEnd = (end) => this.#giveUp(this.#endOf(end));
      this.#watch();
      this.#child.send({ kind: 'run', first: 0, inputs: this.#inputs });
    });
  }

  #hear(message: ChildReport): void {
    this.#isCalling = message.kind === 'calling';
    if (message.kind === 'outcome') {
      this.#outcomes.push(message.outcome);
      this.#child.isFresh = false;
      const isDone = this.#outcomes.length === this.#inputs.length;
      if (message.tainted || isDone)
        return this.#finish({ outcomes: this.#outcomes, isUsable: !message.tainted, failedToLoad: null });
    }
    this.#watch();
  }

  #watch(): void {
    clearTimeout(this.#timer);
    const { timeoutMs, loadTimeoutMs, timeLeft } = this.#options;
    // What the child said in time may still wait to be heard: this process was busy too.
    const late = (): NodeJS.Timeout => (this.#timer = setTimeout(() => this.#giveUp(this.#late()), graceMs));
    this.#timer = setTimeout(late, Math.max(0, Math.min(this.#isCalling ? timeoutMs : loadTimeoutMs, timeLeft())));
  }

  #late(): Completion {
    if (this.#isCalling) return { kind: 'times-out' };
    return { kind: 'not-callable', reason: `the module did not load within ${this.#options.loadTimeoutMs} ms` };
  }

  #endOf(end: ChildEnd): Completion {
    if (this.#isCalling) return end;
    const what = end.kind === 'crashed' ? end.reason : 'it ran out of memory';
    return { kind: 'not-callable', reason: `the module failed to load: ${what}` };
  }

  /** The input at work is the one that did it, unless it was not yet called: then it may be what is left of one before it. */
  #giveUp(completion: Completion): void {
    const outcome = withoutCall(completion);
    const failedToLoad = !this.#isCalling && this.#child.isFresh ? outcome : null;
    if (this.#isCalling) this.#outcomes.push(outcome);
    this.#finish({ outcomes: this.#outcomes, isUsable: false, failedToLoad });
  }
}

const graceMs = 20;

function withoutCall(completion: Completion): ReplayOutcome {
  return { completion, receiver: null, args: [], calls: [], moduleState: [], async: false, complete: false };
}
