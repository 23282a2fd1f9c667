/** `node:assert.strict.equal` → `assert.strictEqual`: the function of `node:assert` that a name of the outside means. */
export function assertionName(outside: string): string | null {
  const named = /^(?:node:)?assert(\/strict)?((?:\.\w+)*)$/.exec(outside);
  if (named === null) return null;
  const steps = (named[2] ?? '').split('.').slice(1);
  let strict = named[1] !== undefined;
  while (steps[0] === 'default' || steps[0] === 'strict') strict = steps.shift() === 'strict' || strict;
  const [method, ...others] = steps;
  if (method === undefined) return 'assert';
  if (others.length > 0) return null;
  return `assert.${strict ? (strictly[method] ?? method) : method}`;
}

/** What the loose comparisons mean in strict mode. */
const strictly: Readonly<Partial<Record<string, string>>> = {
  equal: 'strictEqual',
  notEqual: 'notStrictEqual',
  deepEqual: 'deepStrictEqual',
  notDeepEqual: 'notDeepStrictEqual',
};
