import { parseModule } from '#syntax/parse';
import type { Reason } from './cause';
import type { ComparedVersions } from './load-effects';
import type { RecordedSuite } from './recorded-suite';
import type { Version } from './versions';

/**
 * Where the compiler of a runner checks types, a file of tests fails as a whole when types do not fit in it or in what it loads, though no function
 * of it has changed. One test of each such file tells: the quickest, where none is selected for another reason.
 */
export function addChecked(
  suite: RecordedSuite,
  { base, head, changes }: ComparedVersions,
  reasons: readonly Reason[][],
  isGone: ReadonlySet<number>,
): void {
  const changed = changes.modules.flatMap((pair) => {
    const path = pair.head?.path ?? pair.base?.path ?? '';
    const [before, now] = [textOf(base, pair.base?.path), textOf(head, pair.head?.path)];
    return typed.test(path) && !isSameCode(path, before, now) ? [path] : [];
  });
  if (changed.length === 0) return;
  const leads = new Map([...leadingTo(changed, base), ...leadingTo(changed, head)]);
  const files = new Map<string, number[]>();
  suite.recording.executions.forEach(({ test }, i) => {
    if (!isGone.has(i)) files.set(test.file, [...(files.get(test.file) ?? []), i]);
  });
  for (const [file, tests] of files) {
    const [first = -1] = tests;
    const loaded = [...suite.modulesOf(first)].map((m) => suite.recording.modules[m]?.path ?? '');
    const subject = [file, ...loaded].flatMap((path) => leads.get(path) ?? [])[0];
    if (subject === undefined || tests.some((test) => reasons[test]?.length !== 0)) continue;
    const quickest = tests.reduce((a, b) => (costOf(suite, b) < costOf(suite, a) ? b : a));
    const effect = 'types are checked with it in this file, which one test tells';
    reasons[quickest]?.push({ cause: { kind: 'load', subject, effect, tests: [quickest] }, by: null });
  }
}

/** Do commands and configuration name a compiler that checks types as it compiles for this runner? */
export function checksTypes(runners: ReadonlySet<string>, texts: readonly string[]): boolean {
  const says = (pattern: RegExp): boolean => texts.some((text) => pattern.test(text));
  const byJest =
    runners.has('jest') && says(/\bts-jest\b/) && !says(/\b(?:isolatedModules\W+true|diagnostics\W+false)\b/);
  const byNode = says(/\bts-node\b/) && !says(/\bts-node\/transpile|\bts-node-transpile|transpile-?only|\bswc\b/i);
  return byJest || byNode;
}

const typed = /\.[cm]?tsx?$/;

function textOf({ loaded }: Version, path: string | undefined): string | null {
  return path === undefined ? null : loaded.textOf(path);
}

/** Are both the same but for formatting, and comments that tell the compiler nothing? */
function isSameCode(path: string, before: string | null, now: string | null): boolean {
  if (before === null || now === null || excusedIn(before) !== excusedIn(now)) return false;
  const [a, b] = [parseModule(path, before).tree, parseModule(path, now).tree];
  return a !== null && b !== null && JSON.stringify(a, withoutPlaces) === JSON.stringify(b, withoutPlaces);
}

/** What the compiler is told not to check, or to find wrong, each with the line that it is told of. */
function excusedIn(text: string): string {
  return (text.match(/@ts-(?:ignore|expect-error|nocheck)\b.*\n?.*/g) ?? [])
    .map((part) => part.replace(/\s+/g, ''))
    .join('\n');
}

function withoutPlaces(key: string, value: unknown): unknown {
  if (key === 'start' || key === 'end' || key === 'range') return undefined;
  return typeof value === 'bigint' ? String(value) : value;
}

/** Files that lead to some by imports, also of types, with the one that each leads to. */
function leadingTo(changed: readonly string[], { loaded }: Version): Map<string, string> {
  const { program, snapshot } = loaded;
  const importers = new Map<string, string[]>();
  for (const { path, specifiers, typeImports, typeExports } of program.modules) {
    const passed = typeExports.flatMap((entry) => (entry.kind === 'local' ? [] : [entry.source]));
    for (const specifier of new Set([...specifiers, ...typeImports.map(({ source }) => source), ...passed])) {
      const found = snapshot.resolve(path, specifier);
      if (found.kind === 'file') importers.set(found.path, [...(importers.get(found.path) ?? []), path]);
    }
  }
  const leads = new Map(changed.map((path) => [path, path]));
  for (const [path, to] of leads) {
    for (const importer of importers.get(path) ?? []) if (!leads.has(importer)) leads.set(importer, to);
  }
  return leads;
}

function costOf({ recording }: RecordedSuite, test: number): number {
  const execution = recording.executions[test];
  return execution?.outcome === 'passed' ? execution.milliseconds : Infinity;
}
