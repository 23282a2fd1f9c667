import { join } from 'node:path';
import { readText } from './built-from';
import { testingCommands } from './named-configuration';

/** What scripts of a package that may build it say, with the scripts that they run. */
export function buildScripts(folder: string): [string, string][] {
  const scripts = scriptsIn(folder);
  const found = new Set(Object.keys(scripts).filter((name) => isBuilding.test(name)));
  return withScriptsRun(found, scripts, (name) => !onlyLooking.test(name));
}

/** What scripts of a package that run tests say, with the scripts that they, or a command, run for it. */
export function testScripts(folder: string, command: string): [string, string][] {
  const scripts = scriptsIn(folder);
  const isMeant = (name: string): boolean =>
    runsTests(scripts[name] ?? '') || !(isBuilding.test(name) || onlyLooking.test(name));
  const named = scriptsRunBy(command, scripts).filter(isMeant);
  const found = new Set([...Object.keys(scripts).filter((name) => /^(?:pre|post)?test/.test(name)), ...named]);
  return withScriptsRun(found, scripts, isMeant);
}

type Scripts = Readonly<Record<string, string>>;

function withScriptsRun(found: Set<string>, scripts: Scripts, isMeant: (name: string) => boolean): [string, string][] {
  for (const name of found)
    for (const next of scriptsRunBy(scripts[name] ?? '', scripts)) if (isMeant(next)) found.add(next);
  return Object.entries(scripts).filter(([name]) => found.has(name));
}

function runsTests(script: string): boolean {
  return testingCommands(script).length > 0;
}

const isBuilding = /build|bundle|compile|dist|prepa|transpile|make/i;

/** Programs with what they are given, one list for each that a script runs. */
export function commandsIn(script: string): string[][] {
  return script
    .replace(/\\\n/g, ' ')
    .split(/&&|\|\||[;|&\n()]/)
    .map((command) => command.split(/[\s"'=`]+/).filter((word) => word !== ''))
    .filter((words) => words.length > 0);
}

const scriptRunner = /^(?:npm|pnpm|yarn|bun|run-s|run-p|run-z|npm-run-all\d?|concurrently|wireit)$/;

/** These look at the source, and make nothing of it. */
const onlyLooking = /^(?:lint|format|test|typecheck|check)\b/;

function scriptsRunBy(script: string, scripts: Scripts): string[] {
  return commandsIn(script).flatMap((words) => {
    const at = words.findIndex((word) => scriptRunner.test(word) || word === '--run');
    const patterns = at < 0 ? [] : words.slice(at + 1).map(patternOf);
    return Object.keys(scripts).filter((name) => patterns.some((pattern) => pattern.test(name)));
  });
}

/** `build:*` and `build:{a,b}` stand for several scripts, and one that is run has others before and after it. */
function patternOf(word: string): RegExp {
  const name = word.replace(/^npm:/, '').replace(/[.+?^${}()|[\]\\]/g, '\\$&');
  const listed = name.replace(/\\\{([^{}]*)\\\}/g, (_, names: string) => `(?:${names.replaceAll(',', '|')})`);
  return new RegExp(`^(?:pre|post)?${listed.replace(/\*+/g, '.*')}$`);
}

function scriptsIn(folder: string): Record<string, string> {
  try {
    const { scripts } = JSON.parse(readText(join(folder, 'package.json'))) as { readonly scripts?: unknown };
    const entries = Object.entries((scripts ?? {}) as Record<string, unknown>);
    return Object.fromEntries(entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
  } catch {
    return {};
  }
}
