import { afterAll } from 'vitest';

/** Files of tests share a process: what one sets in the environment, or where it goes, is nothing to the next. */
const before = { ...process.env };
const folder = process.cwd();

afterAll(() => {
  for (const name of Object.keys(process.env)) if (!(name in before)) Reflect.deleteProperty(process.env, name);
  Object.assign(process.env, before);
  process.chdir(folder);
});
