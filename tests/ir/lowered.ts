import type { ModuleIr } from '#ir/cfg';
import { lowerSource } from '#ir/lower-module';
import { verifyModule } from '#ir/verify';

/** The graphs of a source that must be lowered without problems and be well formed. */
export function lowered(path: string, text: string): ModuleIr {
  const { module, problems } = lowerSource(path, text);
  if (module === null) throw new Error(problems.map((problem) => problem.message).join('\n'));
  const violations = verifyModule(module);
  if (violations.length > 0) throw new Error(`violated invariants:\n${violations.join('\n')}`);
  return module;
}
