import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const others = ['ava', 'tape', 'uvu', 'jasmine', 'qunit', 'karma', '@playwright/test', 'cypress', '@hapi/lab', 'bun'];
const known = ['vitest', 'jest', 'mocha', 'tap'];

/** A runner among the packages of a project whose tests cannot be recorded, or such a version of it, where it has none of those that can be. */
export function unknownRunner(root: string): string | null {
  const file = join(root, 'package.json');
  if (!existsSync(file)) return null;
  const { dependencies, devDependencies } = JSON.parse(readFileSync(file, 'utf8')) as Readonly<Record<string, unknown>>;
  const names = new Set([dependencies, devDependencies].flatMap((list) => Object.keys(Object(list) as object)));
  const old = oldJest(root);
  if (names.has('jest') && old !== null) return `jest ${old} (28 or later is needed)`;
  return known.some((name) => names.has(name)) ? null : (others.find((name) => names.has(name)) ?? null);
}

function oldJest(root: string): string | null {
  const file = join(root, 'node_modules', 'jest', 'package.json');
  if (!existsSync(file)) return null;
  const { version } = JSON.parse(readFileSync(file, 'utf8')) as { readonly version?: unknown };
  return typeof version === 'string' && Number.parseInt(version, 10) < 28 ? version : null;
}
