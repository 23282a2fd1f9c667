import type { Diagnostic } from '#core/diagnostics';
import { buildDependenceGraph, type DependenceGraph } from '#dependence/dependence-graph';
import type { ModuleIr } from '#ir/cfg';
import { extractFacts } from '#ir/extract-facts';
import type { ModuleFacts } from '#ir/facts';
import { lowerSource } from '#ir/lower-module';
import { Program } from '#ir/program';
import { verifyModule } from '#ir/verify';
import type { Snapshot } from '#project/snapshot';
import { Stopwatch, type Stage } from './stopwatch';

export interface AnalysisOptions {
  /** Check the invariants of every lowered file. */
  readonly verify: boolean;
  /** Go on to the dependence graph of the whole; lowering alone otherwise. */
  readonly dependences: boolean;
  /** Files to take; all unless said otherwise. */
  readonly paths?: readonly string[];
}

export interface SourceAnalysis {
  readonly files: number;
  readonly lines: number;
  readonly functions: number;
  readonly nodes: number;
  readonly edges: number;
  /** What the user would be told: files that do not parse or were left out. */
  readonly problems: readonly Diagnostic[];
  /** Bugs of ours. */
  readonly failures: readonly Failure[];
  readonly stages: readonly Stage[];
}

export interface Failure {
  readonly file: string;
  readonly message: string;
}

/** Few enough to drop their trees soon, as a run of the tool does; enough for reading the clock not to count. */
const chunkSize = 16;

/** The cold path on all files of a snapshot as one program. One file's failure is noted and does not hide another's. */
export function analyzeSources(snapshot: Snapshot, options: AnalysisOptions): SourceAnalysis {
  const watch = new Stopwatch();
  const problems: Diagnostic[] = [];
  const failures: Failure[] = [];
  const facts: ModuleFacts[] = [];
  const sources = snapshot.readMany(options.paths ?? snapshot.paths);
  watch.lap('read');
  let lines = 0;
  let functions = 0;
  let nodes = 0;
  for (let begin = 0; begin < sources.length; begin += chunkSize) {
    const modules: ModuleIr[] = [];
    for (const { path, text } of sources.slice(begin, begin + chunkSize)) {
      lines += countLines(text);
      const lowered = guarded(path, failures, () => lowerSource(path, text));
      problems.push(...(lowered?.problems ?? []));
      if (lowered !== null && lowered.module !== null) modules.push(lowered.module);
    }
    watch.lap('lower');
    if (options.verify) {
      for (const module of modules) failures.push(...violations(module));
      watch.lap('verify');
    }
    for (const module of modules) {
      functions += module.functions.length;
      nodes += module.nodeCount;
      const extracted = guarded(module.path, failures, () => extractFacts(module));
      if (extracted !== null) facts.push(extracted);
    }
    watch.lap('facts');
  }
  problems.push(...snapshot.diagnostics);
  const edges = options.dependences
    ? guarded('the whole program', failures, () => dependences(snapshot, facts, watch))
    : 0;
  return {
    files: sources.length,
    lines,
    functions,
    nodes,
    edges: edges ?? 0,
    problems,
    failures,
    stages: watch.stages,
  };
}

function dependences(snapshot: Snapshot, facts: readonly ModuleFacts[], watch: Stopwatch): number {
  const graph = graphOf(snapshot, new Program(facts));
  watch.lap('pointers and calls');
  const { edges } = graph.complete();
  watch.lap('graph');
  return edges;
}

function graphOf(snapshot: Snapshot, program: Program): DependenceGraph {
  return buildDependenceGraph(program, (from, specifier) => {
    const found = snapshot.resolve(from, specifier);
    if (found.kind === 'unresolved') return { kind: 'unresolved' };
    if (found.kind !== 'file') return { kind: 'external', name: found.name };
    const index = program.moduleIndex(found.path);
    return index === undefined ? { kind: 'external', name: found.path } : { kind: 'module', index };
  });
}

function violations(module: ModuleIr): Failure[] {
  const failures: Failure[] = [];
  const found = guarded(module.path, failures, () => verifyModule(module)) ?? [];
  return [...failures, ...found.map((message) => ({ file: module.path, message }))];
}

function guarded<T>(file: string, failures: Failure[], job: () => T): T | null {
  try {
    return job();
  } catch (error) {
    failures.push({ file, message: error instanceof Error ? (error.stack ?? error.message) : String(error) });
    return null;
  }
}

function countLines(text: string): number {
  let lines = text === '' || text.endsWith('\n') ? 0 : 1;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines++;
  return lines;
}
