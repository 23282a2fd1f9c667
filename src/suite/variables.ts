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

/** Variables that the engine or any package may look at. */
export const variablesOfAll: readonly string[] = ['NODE_ENV', 'TZ'];
