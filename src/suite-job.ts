import { join } from 'node:path';
import type { ChangeSet, DescriptionChange } from '#change/change-set';
import type { DependenceGraph } from '#dependence/dependence-graph';
import type { CachedFacts, LoadedProgram } from '#ir/load-program';
import { changedPaths } from '#project/changed-paths';
import type { Snapshot } from '#project/snapshot';
import { recordedSnapshot, type KeptRecording } from '#suite/kept-recording';
import type { ComparedVersions } from '#suite/load-effects';
import { buildEffects } from '#suite/build-effects';
import { buildFiles } from '#suite/build-files';
import { builtFrom, readText } from '#suite/built-from';
import { builtEntries, withBuiltEntries } from '#suite/built-entries';
import { checksTypes } from '#suite/checked-types';
import { mayTakeText } from '#suite/data-readers';
import { tellsTypes } from '#suite/decorated-types';
import { importedConfiguration, runningTexts, type ConfigurationPlaces } from '#suite/configuration-files';
import { Links } from '#suite/links';
import { changedVariables, outsideEffects } from '#suite/outside-effects';
import { RecordedSuite } from '#suite/recorded-suite';
import { restingFiles } from '#suite/resting-files';
import { sourcesKnownAsWhole } from '#suite/made-from';
import { selectTests, type Selection, type CompilerFacts, type SelectionRequest } from '#suite/select-tests';
import { foldersAround, packageFoldersOf, surroundingsOf, type LookedAt } from '#suite/surroundings';
import { areTextsKnown, isTextWatched } from '#suite/text-evidence';
import { variablesIn, variablesOfAll } from '#suite/variables';
import {
  functionsThrough,
  partnersInBase,
  partnersInHead,
  recordedFunctions,
  type Recorded,
  type Version,
} from '#suite/versions';
import type { FunctionId } from '#core/ids';
import type { Recording } from '#trace/recording';
import { compareLoaded, dependences, load, type Job } from './job';

/** A recording next to the source as it is now. */
export interface RecordedVersions {
  /** The source that was recorded, in words. */
  readonly description: string;
  readonly suite: RecordedSuite;
  readonly recorded: Version;
  readonly head: Version;
  /** From the recorded source to the head. */
  readonly changes: ChangeSet;
  readonly links: Links;
  readonly known: Map<string, CachedFacts>;
}

export interface RecordedChange extends RecordedVersions {
  /** Files of which nobody knows which of their functions ran. */
  readonly knownAsWhole: ReadonlySet<string>;
  readonly selection: Selection;
  /** Of what changed since the recording alone. */
  readonly since: () => Selection;
}

export function openRecordedVersions(root: string, kept: KeptRecording, now: Snapshot, job: Job): RecordedVersions {
  const known = new Map<string, CachedFacts>();
  const entries = builtEntries(kept.recording);
  const before = withBuiltEntries(recordedSnapshot(root, kept), entries);
  const head = withBuiltEntries(now, entries);
  const beforeLoaded = load(before, 'recording', job, known);
  const headLoaded = load(head, 'head', job, known);
  const links = new Links(beforeLoaded);
  const suite = new RecordedSuite(
    kept.recording,
    (path) => links.modules(path),
    (path) => links.computes(path),
  );
  const recorded = version(
    beforeLoaded,
    once(() => dependences(beforeLoaded, job)),
    recordedFunctions(beforeLoaded.program, suite, kept.texts),
  );
  const graph = once(() => dependences(headLoaded, job));
  const isWatched = textsWatched(suite, recorded, 'base');
  const noticing = { isTextKnown: isWatched };
  const changes = compareLoaded(beforeLoaded, headLoaded, changedPaths(before, head), job, graph, noticing);
  const partners = partnersInBase(beforeLoaded.program, headLoaded.program, changes);
  const asRecorded = { program: beforeLoaded.program, recorded: recorded.recorded };
  const headVersion = version(headLoaded, graph, functionsThrough(asRecorded, headLoaded.program, partners));
  const { description } = kept;
  return { description, suite, recorded, head: headVersion, changes, links, known };
}

/** Which tests does the change from a recording, and from a base, to the head affect? */
export function selectFromRecording(
  root: string,
  kept: KeptRecording,
  base: Snapshot | null,
  head: Snapshot,
  job: Job,
): RecordedChange {
  const versions = openRecordedVersions(root, kept, head, job);
  const { suite, recorded, head: headVersion, changes, links, known } = versions;
  const compared: [ComparedVersions, ...ComparedVersions[]] = [{ base: recorded, head: headVersion, changes }];
  if (base !== null && changedPaths(base, recorded.loaded.snapshot).length > 0) {
    const isWatched = textsWatched(suite, headVersion, 'head');
    const before = withBuiltEntries(base, builtEntries(kept.recording));
    compared.push(compareBase(before, headVersion, job, known, isWatched));
  }
  const around = head.revision.rev === 'worktree' ? aroundSource(root, kept, suite, head, links) : nothingAround;
  const outside = [...around.outside, ...buildEffects(suite, links, new Links(headVersion.loaded))];
  const selection = selectTests({ suite, compared, ...around, outside });
  const since = (): Selection =>
    compared.length === 1 ? selection : selectTests({ suite, compared: [compared[0]], ...around, outside });
  return { ...versions, knownAsWhole: sourcesKnownAsWhole(kept), selection, since };
}

/** Files, packages and variables are those of now, so they are compared only where the source is that of now, too. */
function aroundSource(
  root: string,
  kept: KeptRecording,
  suite: RecordedSuite,
  head: Snapshot,
  links: Links,
): Pick<SelectionRequest, 'outside' | 'variables' | 'compiler'> {
  const rests = restingFiles(root, kept.recording, links);
  const looked = lookedAt(root, kept, head, links, rests);
  const now = surroundingsOf(root, looked, process.env);
  const running = runningTexts(root, looked, kept.command);
  return {
    outside: outsideEffects(
      suite,
      (path) => links.packages(path),
      rests,
      (path) => mayTakeText(links.textOf(path), running),
      (path) => variablesIn(links.textOf(path)),
      kept.surroundings,
      now,
    ),
    variables: changedVariables(kept.surroundings, now),
    compiler: compilerOf(root, looked, kept),
  };
}

const nothingAround = { outside: [], variables: [], compiler: { checksTypes: false, tellsTypes: false } };

function compilerOf(root: string, looked: LookedAt, { recording, command }: KeptRecording): CompilerFacts {
  const runners = new Set(recording.executions.map(({ runner }) => runner));
  return {
    checksTypes: checksTypes(runners, runningTexts(root, looked, command)),
    tellsTypes: tellsTypes(looked.configuration.map((path) => readText(join(root, path)))),
  };
}

/** Of which functions the recording tells who asks for their texts; the version is the one that `side` is of. */
function textsWatched(suite: RecordedSuite, known: Version, side: 'base' | 'head'): IsTextKnown {
  if (!areTextsKnown(suite.recording)) return () => false;
  return (change) => isTextWatched(known, change[side]);
}

type IsTextKnown = (change: DescriptionChange) => boolean;

function compareBase(
  base: Snapshot,
  head: Version,
  job: Job,
  known: Map<string, CachedFacts>,
  isTextKnown: IsTextKnown,
): ComparedVersions {
  const loaded = load(base, 'base', job, known);
  const paths = changedPaths(base, head.loaded.snapshot);
  const changes: ChangeSet = compareLoaded(loaded, head.loaded, paths, job, head.graph, { isTextKnown });
  const partners = partnersInHead(loaded.program, head.loaded.program, changes);
  const inHead = { program: head.loaded.program, recorded: head.recorded };
  const graph = once(() => dependences(loaded, job));
  return { base: version(loaded, graph, functionsThrough(inHead, loaded.program, partners)), head, changes };
}

function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}

function version(loaded: LoadedProgram, graph: () => DependenceGraph, recorded: (fn: FunctionId) => Recorded): Version {
  const known = new Map<FunctionId, Recorded>();
  return {
    loaded,
    graph,
    recorded(fn) {
      const found = known.get(fn) ?? recorded(fn);
      known.set(fn, found);
      return found;
    },
  };
}

/** What code was built from that was loaded. */
function builtInputs(root: string, { modules }: Recording): ReadonlySet<string> {
  return new Set(
    modules.flatMap(
      ({ path, build, madeFrom = [] }) =>
        build?.inputs ?? [
          ...madeFrom,
          ...builtFrom(root, path, readText(join(root, path))).map((source) => source.path),
        ],
    ),
  );
}

/** What the suite of a recording looks at besides the source. */
export function lookedAt(
  root: string,
  { recording, command, commandFolder = '' }: Pick<KeptRecording, 'recording' | 'command' | 'commandFolder'>,
  snapshot: Snapshot,
  links: Links,
  rests = restingFiles(root, recording, links),
): LookedAt {
  const { executions, modules } = recording;
  const packageFolders = packageFoldersOf(root, snapshot.paths);
  // What is loaded and is no source was made by something.
  const isBuilt = modules.some(({ path }) => !links.isSource(path));
  const read = new Set([...executions.flatMap(({ reads }) => reads), ...rests.keys()]);
  const known = new Set([...read, ...modules.map(({ path }) => path), ...executions.map(({ test }) => test.file)]);
  const files = new Set([...snapshot.paths, ...snapshot.otherPaths()]);
  const places: ConfigurationPlaces = {
    root,
    packageFolders,
    codeFolders: foldersAround(modules.map(({ path }) => path)),
    command: command === null ? null : { text: command.join(' '), folders: [commandFolder, ''] },
    isFile: (path) => files.has(path) && !known.has(path),
  };
  const building = { links, inputs: builtInputs(root, recording), isFile: (path: string) => files.has(path) };
  return {
    read,
    environment: new Set([
      ...variablesOfAll,
      ...modules.flatMap(({ path, environment }) => environment.concat(variablesIn(links.textOf(path)))),
      ...executions.flatMap(({ environment }) => environment),
    ]),
    configuration: [
      ...importedConfiguration(places, links),
      ...(isBuilt ? buildFiles(root, packageFolders, building) : []),
    ],
    isBuilt,
    command: command?.join(' ') ?? '',
    packages: new Set(modules.flatMap(({ path, packages }) => packages.concat(links.packages(path)))),
    packageFolders,
  };
}
