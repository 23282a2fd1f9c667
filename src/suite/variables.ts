import { createHash } from 'node:crypto';

/** Names of variables of the environment that a source reads by name. */
export function variablesIn(text: string): string[] {
  const names = new Set<string>();
  for (const [, name = ''] of text.matchAll(/\benv\s*(?:\?\.|\.|\[\s*['"`]|\?\.\[\s*['"`])\s*([A-Za-z_]\w*)/g))
    names.add(name);
  for (const [, list = ''] of text.matchAll(/\{([^{}]*)\}\s*=\s*(?:[\w.]+\.)?env\b/g)) {
    for (const part of list.split(',')) {
      const name = /^\s*['"]?([A-Za-z_]\w*)/.exec(part)?.[1];
      if (name !== undefined) names.add(name);
    }
  }
  return [...names];
}

/** Two of equal fingerprint are equal; `*` stands for all variables but those that are other ones every time. */
export function variableFingerprint(name: string, env: Readonly<NodeJS.ProcessEnv>): string {
  if (name !== '*') return hash(env[name] ?? '\0none');
  const entries = Object.entries(env).filter(([each]) => !volatile.test(each));
  return hash(JSON.stringify(entries.toSorted(([a], [b]) => (a < b ? -1 : 1))));
}

/** Of the terminal, the session, the package manager, and the run of a continuous integration. */
const volatile =
  /^(?:_|SHLVL|PWD|OLDPWD|INIT_CWD|COLUMNS|LINES|WINDOWID|HOSTNAME|(?:TERM|COLOR|SSH|XDG|DBUS|TMUX|npm|GITHUB|RUNNER|ACTIONS|CI|GITLAB|BUILDKITE|CIRCLE|TRAVIS|JENKINS|BUILD|BITBUCKET|SYSTEM|AGENT|VSCODE|WINGBEAT)(?:_?\w+)?)$/;

function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** Variables that the engine or any package may look at. */
export const variablesOfAll: readonly string[] = ['NODE_ENV', 'TZ'];
