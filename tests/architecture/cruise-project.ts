import { fileURLToPath } from 'node:url';
import { cruise, type ICruiseOptions, type ICruiseResult } from 'dependency-cruiser';
import extractDepcruiseOptions from 'dependency-cruiser/config-utl/extract-depcruise-options';

/** Judges `src/` of the project at `root` by the rules of this repository. */
export async function cruiseProject(root: string): Promise<ICruiseResult> {
  const { output } = await cruise(['src'], { ...(await loadRules()), baseDir: root });
  if (typeof output === 'string') throw new Error('the cruiser returned a report instead of a result');
  return output;
}

export function violationsOf({ summary }: ICruiseResult): string[] {
  return summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} -> ${to}`);
}

export async function ruleNames(): Promise<string[]> {
  const { ruleSet } = await loadRules();
  return ruleSet?.forbidden?.flatMap(({ name }) => name ?? []) ?? [];
}

function loadRules(): Promise<ICruiseOptions> {
  return extractDepcruiseOptions(fileURLToPath(new URL('../../.dependency-cruiser.mjs', import.meta.url)));
}
