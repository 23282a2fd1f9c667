import type { FromChild, ToChild } from '../protocol';
import { BuiltInsWatch } from './built-ins-watch';
import { CallLog, type CurrentLog } from './call-log';
import { ExitSignal, installGuards } from './guards';
import { LocalClock } from './local-clock';
import { ModuleLibrary } from './module-graph';
import { runInput, type LoadedProgram } from './run-input';
import { SeededRandom } from './seeded-random';
import { activeResources, drain } from './settle';
import { skimInputs } from './skim-inputs';
import { Variables } from './variables';
import { startWatchdog } from './watchdog';
import { VirtualTime } from './virtual-time';

/** The program of the restricted process: what it is told to run, it runs, one input after the other. */
function main(): void {
  const { tell, end } = takeChannel();
  startWatchdog(Number(process.env['WINGBEAT_REPLAY_BYTES']), () => end(1));
  delete process.env['WINGBEAT_REPLAY_BYTES'];
  const current: CurrentLog = { log: new CallLog() };
  const uncaught = (error: unknown): void => {
    if (!(error instanceof ExitSignal)) current.log.add('uncaught', [error]);
  };
  const time = new VirtualTime(uncaught);
  const random = new SeededRandom();
  time.install();
  const clock = new LocalClock();
  clock.install();
  random.install();
  installGuards(current);
  const library = new ModuleLibrary();
  const watch = new BuiltInsWatch();
  const idleResources = activeResources();
  const variables = new Variables();
  let loaded: LoadedProgram | null = null;
  let isFirst = true;

  const run = async ({ first, inputs }: Extract<ToChild, { kind: 'run' }>): Promise<void> => {
    if (loaded === null) throw new Error('invariant: a program is sent before its inputs');
    for (const [i, input] of inputs.entries()) {
      const index = first + i;
      const onCalling = async (): Promise<void> => {
        // Packages may complete the built-ins when they are loaded, which happens once.
        if (isFirst) watch.remember();
        isFirst = false;
        await tell({ kind: 'calling', index });
      };
      variables.restore();
      const around = { library, current, time, clock, random, idleResources, onCalling };
      const result = await runInput(loaded, input, around);
      const tainted = !result.isQuiet || (!isFirst && watch.isChanged());
      await tell({ kind: 'outcome', index, outcome: result.outcome, tainted });
      if (tainted) break;
    }
  };
  const skim = async ({ inputs, names }: Extract<ToChild, { kind: 'skim' }>): Promise<void> => {
    if (loaded === null) throw new Error('invariant: a program is sent before its inputs');
    const onCalling = (): Promise<void> => {
      if (isFirst) watch.remember();
      isFirst = false;
      return Promise.resolve();
    };
    variables.restore();
    const around = { library, current, time, clock, random, idleResources, onCalling };
    const digests = await skimInputs(loaded, inputs, names, around);
    const isQuiet = await drain(time, idleResources);
    await tell({ kind: 'skimmed', digests, tainted: !isQuiet || (!isFirst && watch.isChanged()) });
  };
  process.on('message', (message: ToChild) => {
    if (message.kind === 'code') library.add(message.units);
    else if (message.kind === 'run') void run(message);
    else if (message.kind === 'skim') void skim(message);
    else {
      const { program } = message;
      loaded = { program, modules: new Map(program.modules.map((module) => [module.path, module])) };
      isFirst = true;
    }
  });
  process.on('disconnect', () => end(0));
  // Last: until here an error is one of ours and ends the process.
  process.on('uncaughtException', uncaught);
  process.on('unhandledRejection', uncaught);
  void tell({ kind: 'ready' });
}

/** The way to the parent is ours alone. */
function takeChannel(): { tell: (message: FromChild) => Promise<void>; end: (code: number) => void } {
  const send = process.send?.bind(process);
  const exit = (Reflect.get(process, 'reallyExit') as (code: number) => never).bind(process);
  if (send === undefined) throw new Error('invariant: the child is started with a channel to its parent');
  process.send = undefined as never;
  process.disconnect = undefined as never;
  // Waiting until it is sent: an endless loop in the next input must not hold it back.
  const tell = (message: FromChild): Promise<void> =>
    new Promise((resolve) => {
      send(message, undefined, {}, () => resolve());
    });
  return { tell, end: exit };
}

main();
