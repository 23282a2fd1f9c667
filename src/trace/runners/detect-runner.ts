import type { RunnerName } from '../runner';
import { dependenciesOf, testCommands, type TestCommand } from './test-command';

const programs = ['vitest', 'jest', 'mocha'] as const;

/** Which runner a command starts, or the project's `test` script; null when there is none that is known. */
export function detectRunner(root: string, command: readonly string[] | null): RunnerName | null {
  for (const found of testCommands(root, command)) {
    const name = runnerOf(found);
    if (name !== null) return name;
  }
  if (command !== null) return null;
  const dependencies = dependenciesOf(root);
  return programs.find((name) => dependencies.has(name)) ?? null;
}

/** The runner that a command starts; arguments do not count, as files may have such names. */
export function runnerOf({ words }: TestCommand): RunnerName | null {
  const [program = '', ...rest] = words;
  const name = nameOf(program);
  const known = programs.find((runner) => runner === name || (runner === 'mocha' && name === '_mocha'));
  if (known !== undefined) return known;
  if (!/^(?:node|tsx|ts-node)$/.test(name)) return null;
  if (rest.includes('--test')) return 'node:test';
  const script = rest.find((word) => !word.startsWith('-'));
  const inside = /node_modules[\\/](?:\.bin[\\/])?(vitest|jest|mocha)\b/.exec(script ?? '')?.[1];
  return programs.find((runner) => runner === inside) ?? null;
}

function nameOf(program: string): string {
  return (/[^\\/]+$/.exec(program)?.[0] ?? '').replace(/\.(?:exe|cmd|[cm]?js)$/, '');
}
