import { afterAll } from 'vitest';

// The tests run git as a user would who has no settings, also when they are started from a git hook.
for (const name of Object.keys(process.env)) if (name.startsWith('GIT_')) Reflect.deleteProperty(process.env, name);
Object.assign(process.env, { GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' });

/** Files of tests share a process: what one sets in the environment, or where it goes, is nothing to the next. */
const before = { ...process.env };
const folder = process.cwd();

afterAll(() => {
  for (const name of Object.keys(process.env)) if (!(name in before)) Reflect.deleteProperty(process.env, name);
  Object.assign(process.env, before);
  process.chdir(folder);
});
