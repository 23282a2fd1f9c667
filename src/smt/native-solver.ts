import { isOnPath } from './on-path';
import { resetCommand } from './script-runner';
import { scriptRunner, type NativeKind } from './solver-kinds';

/**
 * The solver to use of those on the PATH: the first that answers two simple questions and is not too old. What is found
 * is remembered, as it does not change while the process lives.
 */
export function nativeSolver(): NativeKind | null {
  const searchPath = process.env['PATH'] ?? '';
  const known = found.get(searchPath);
  if (known !== undefined) return known;
  const usable = candidates.find(({ kind, program, since }) => isOnPath(program, searchPath) && answers(kind, since));
  found.set(searchPath, usable?.kind ?? null);
  return usable?.kind ?? null;
}

const found = new Map<string, NativeKind | null>();

type Version = readonly [major: number, minor: number];

/** Earlier versions are known to call satisfiable constraints on strings unsatisfiable. */
const candidates: readonly { readonly kind: NativeKind; readonly program: string; readonly since: Version }[] = [
  { kind: 'native-z3', program: 'z3', since: [4, 12] },
  { kind: 'cvc5', program: 'cvc5', since: [1, 0] },
];

const questions = [
  `${resetCommand}(set-logic ALL)(declare-const x Int)`,
  '(push 1)(assert (> x 3))(check-sat)(pop 1)',
  '(assert (distinct x x))(check-sat)(get-info :version)',
].join('\n');

/** A program that says nothing is no solver. Starting one on a busy machine takes a while. */
const patienceMs = 5_000;

function answers(kind: NativeKind, since: Version): boolean {
  const runner = scriptRunner(kind);
  const result = runner.run(questions, patienceMs);
  runner.close();
  if (result.kind === 'lost') return false;
  const version = /^\s*sat\s+unsat\s+\(\s*:version\s+"(\d+)\.(\d+)/.exec(result.text);
  return version !== null && isSince([Number(version[1]), Number(version[2])], since);
}

function isSince([major, minor]: Version, [since, sinceMinor]: Version): boolean {
  return major > since || (major === since && minor >= sinceMinor);
}
