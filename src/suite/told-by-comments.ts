import type { ComparedVersions, LoadEffects } from './load-effects';

/**
 * Comments that tell runners and compilers something: the environment of a file of tests, what JSX is made into. They are no code, and yet decide how
 * the file runs.
 */
export function addToldByComments(effects: LoadEffects, { base, head, changes }: ComparedVersions): void {
  for (const pair of changes.modules) {
    if (pair.base === null || pair.head === null) continue;
    const before = settingsIn(base.loaded.textOf(pair.base.path));
    const now = settingsIn(head.loaded.textOf(pair.head.path));
    if (before.join('\n') !== now.join('\n'))
      effects.addLoading(pair.base.path, pair.head.path, 'a comment there tells to run it in another way');
  }
}

/** Runners look for the names without a parser, wherever they stand. */
function settingsIn(text: string): string[] {
  return (text.match(settings) ?? []).map((setting) =>
    setting
      .replace(/\*\/.*/, '')
      .replace(/\s+/g, ' ')
      .trim(),
  );
}

const settings = /@(?:(?:jest|vitest)-[a-z][\w-]*|module-tag|jsx(?:Frag|Runtime|ImportSource)?)[ \t][^\n]*/g;
