import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import type { ModuleIr } from '#ir/cfg';
import { lowerSource } from '#ir/lower-module';
import { openFolder } from '#project/folder-snapshot';
import { functionInputs } from '#symbolic/inputs/function-inputs';
import { takesFurther } from '#symbolic/inputs/further-arguments';
import type { TypeSource } from '#symbolic/inputs/type-source';
import { packageNamed } from '../../../bench/corpus-packages';
import { lookInto } from './look-into';

// Real code takes its time on a busy machine; no test asserts a time.
vi.setConfig({ testTimeout: 600_000 });

describe('functions of real packages have inputs', () => {
  test.each([
    ['rxjs', 'src', 600],
    ['zod', 'src/v4/core', 600],
    ['effect', 'src', 60],
    ['date-fns', '', 200],
    ['semver', '', 60],
    ['express', 'lib', 60],
  ])('%s/%s', (name, folder, most) => {
    const snapshot = openFolder(join(packageNamed(name).folder, folder));
    const modules = new Map<string, ModuleIr | null>();
    const source: TypeSource = {
      moduleAt(path) {
        if (!modules.has(path)) modules.set(path, lowerSource(path, snapshot.read(path)?.text ?? '').module);
        return modules.get(path) ?? null;
      },
      resolve(fromPath, specifier) {
        const resolution = snapshot.resolve(fromPath, specifier);
        return resolution.kind === 'file' ? resolution.path : null;
      },
      ambientModules: () => [],
    };
    let params = 0;
    let seen = 0;
    const failures: string[] = [];
    for (const path of snapshot.paths.slice(0, most)) {
      const module = source.moduleAt(path);
      for (const fn of module?.functions ?? []) {
        if (module === null) continue;
        try {
          const inputs = functionInputs(source, fn, module);
          params += inputs.params.length;
          for (const { type } of inputs.params) seen += lookInto(type, 4);
          if (inputs.receiver !== null) seen += lookInto(inputs.receiver, 3);
          const rests = fn.params.map(({ rest }) => rest);
          if (takesFurther(module, fn) && !rests.includes(true)) rests.push(true);
          expect(inputs.params.length, `${path}#${fn.qualifiedName}`).toBe(rests.length);
          expect(inputs.params.map(({ rest }) => rest)).toEqual(rests);
        } catch (error) {
          failures.push(`${path}#${fn.qualifiedName}: ${error instanceof Error ? (error.stack ?? '') : String(error)}`);
        }
      }
    }
    expect(failures).toEqual([]);
    expect(params).toBeGreaterThan(100);
    expect(seen).toBeGreaterThan(params);
  });
});
