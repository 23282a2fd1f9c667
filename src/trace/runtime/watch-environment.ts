import { syncBuiltinESMExports } from 'node:module';
import { MessagePort } from 'node:worker_threads';
import { mostFrames } from './files-on-stack';
import type { Recorder } from './recorder';
import { replaceMethod } from './replace-method';
import { allVariables, watchedEnvironment, type TellVariable } from './watched-environment';

/**
 * What is on the way to a read, nearest first: files of code, `node:…` for Node itself; of so many calls, the recorder's
 * among them unless only those are asked for that led to `below`.
 */
export type Readers = (most: number, below?: CallableFunction) => readonly string[];

export interface EnvironmentWatch {
  /** The object behind one that is watched, for who is not to be heard; others as they are. */
  unwatched(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv;
  /** For runners that give tests an environment of their own. */
  watched(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv;
}

/** Tells the recorder which variables of the environment are read. */
export function watchEnvironment(
  recorder: Recorder,
  own: (path: string) => string | null,
  readers: Readers,
  /** A test has started this process: whatever it reads, it reads for the test. */
  isOfTest: boolean,
): EnvironmentWatch {
  const told: TellVariable = (name, by) => {
    if (ofNode.test(name) && readers(1, by)[0]?.startsWith('node:') === true) return;
    if (ofTools.test(name) && isAskedByTool(name, by)) return;
    if (recorder.hasReadVariable(name)) return;
    if (isMeant(name)) recorder.readVariable(name);
  };
  const askedByNode = new Set<string>();
  // To compare something, or to print a line, asks for some all the time. Who is next is mostly enough, or who has Node print.
  const isAskedByTool = (name: string, by: CallableFunction): boolean => {
    const next = askedByNode.has(name) ? undefined : readers(1, by)[0];
    if (next?.startsWith('node:') === true) askedByNode.add(name);
    const asking = next !== undefined && isNotNode(next) ? next : readers(printingFrames, by).find(isNotNode);
    return asking !== undefined && own(asking) === null;
  };
  const isMeant = (name: string): boolean => {
    const isInside = isOfTest || recorder.isRunningTests || recorder.loadDepth > 0;
    const isOfTools = ofTools.test(name);
    if (isInside && name !== allVariables && !isOfTools) return true;
    const files = readers(mostFrames);
    // Children that are programs of Node tell of themselves, others are told of by who starts them.
    if (files[0]?.startsWith('node:') === true && name === allVariables) return false;
    const isOwn = files.filter(isNotNode).map((file) => own(file) !== null);
    // Code that a process is given as text has no file.
    if (isOfTest && isOwn.length === 0) return true;
    return isOfTools ? isOwn[0] === true : isOwn.includes(true);
  };
  const originals = new WeakMap<object, NodeJS.ProcessEnv>();
  const watched = (env: NodeJS.ProcessEnv): NodeJS.ProcessEnv => {
    const made = watchedEnvironment(env, told);
    originals.set(made, env);
    return made;
  };
  process.env = watched(process.env);
  syncBuiltinESMExports();
  cloneOriginals(originals);
  return { watched, unwatched: (env) => originals.get(env) ?? env };
}

function isNotNode(file: string): boolean {
  return !file.startsWith('node:');
}

/** Variables that runners and what they print with look at all the time; they count when the project's code asks for them. */
const ofTools =
  /^(?:CI|TERM|TERM_\w+|COLORTERM|COLORS?|COLUMNS|LINES|FORCE_COLOR|NO_COLOR|NODE_DISABLE_COLORS|FORCE_\w+|CLICOLOR\w*|TEAMCITY_VERSION|TF_BUILD|AGENT_NAME|GITHUB_\w+|(?:VITEST|VITE|JEST|MOCHA|NODE_TEST|TAP|NYC|_TAPJS|npm)_\w+|VITEST|TAP|NODE_DEBUG|NODE_V8_COVERAGE|NODE_UNIQUE_ID|NODE_CHANNEL_\w+|DEBUG\w*|WINGBEAT_\w+)$/;

/** Variables that Node looks at whenever it loads a module. */
const ofNode = /^(?:NODE_V8_COVERAGE|WATCH_REPORT_DEPENDENCIES)$/;

/** The functions of Node by which a line is printed, and who prints it. */
const printingFrames = 8;

/** What is sent to another thread must not be a stand-in, which cannot be copied: where that fails, the original goes instead. */
function cloneOriginals(originals: WeakMap<object, NodeJS.ProcessEnv>): void {
  const restored = (value: unknown, depth: number): unknown => {
    if (typeof value !== 'object' || value === null || depth === 0) return value;
    const original = originals.get(value);
    if (original !== undefined) return { ...original };
    const prototype: unknown = Object.getPrototypeOf(value);
    if (Array.isArray(value)) return value.map((item: unknown) => restored(item, depth - 1));
    if (prototype !== Object.prototype && prototype !== null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, restored(item, depth - 1)]));
  };
  const retry = (object: object, name: string): void => {
    const method: unknown = Reflect.get(object, name);
    if (typeof method !== 'function') return;
    replaceMethod(object, name, function (this: unknown, ...args: unknown[]) {
      try {
        return Reflect.apply(method, this, args) as unknown;
      } catch (error) {
        if (!(error instanceof Error) || error.name !== 'DataCloneError') throw error;
        return Reflect.apply(method, this, [restored(args[0], deepest), ...args.slice(1)]) as unknown;
      }
    });
  };
  retry(globalThis, 'structuredClone');
  retry(MessagePort.prototype, 'postMessage');
}

const deepest = 8;
