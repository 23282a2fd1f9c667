import { elementTypes } from '#symbolic/binary-types';
import { library } from '#symbolic/library/library';
import type { Grade } from '#symbolic/library/library-model';

const meanings: Readonly<Record<Grade, string>> = {
  exact: 'Every path and value is right, for all inputs.',
  bounded: 'Right up to the limits of the exploration; a path that meets one says so.',
  concretised: 'Where it must, it fixes an open value to an example first; the path then says so.',
};

const grades = ['exact', 'bounded', 'concretised'] as const;

/** What of the language is modelled and how well, as Markdown. */
export function supportTable(): string {
  const groups = new Map<string, [string, Grade][]>();
  const listed = [...library].filter(([name]) => !name.startsWith('%') || /^%(?:\w+Prototype|TypedArray)%/.test(name));
  for (const [name, { grade }] of listed.toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    const group = groupOf(name);
    groups.set(group, [...(groups.get(group) ?? []), [name, grade]]);
  }
  const sections = [...groups]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([group, models]) => section(group, models));
  return [
    '# Library functions that symbolic execution knows',
    'Printed from the models; `npx vitest run tests/symbolic/library/support-table.test.ts -u` prints it anew. Each model is ' +
      'tested against the function itself. A function that is not listed runs in the engine when all that it is given is ' +
      'known, and otherwise ends the path as unsupported.',
    grades.map((grade) => `- _${grade}_: ${meanings[grade]}`).join('\n'),
    ...sections,
  ].join('\n\n');
}

function section(group: string, models: readonly (readonly [string, Grade])[]): string {
  const lines = grades.flatMap((grade) => {
    const names = models.filter((model) => model[1] === grade).map(([name]) => `\`${name}\``);
    return names.length === 0 ? [] : [`- _${grade}_: ${names.join(', ')}`];
  });
  return `## ${group}\n\n${lines.join('\n')}`;
}

/** The global that a function belongs to. */
function groupOf(name: string): string {
  const plain = name.replace(/^[gs]et /, '');
  if (plain.startsWith('%TypedArray%') || elementTypes.some((type) => type === plain)) return 'Typed arrays';
  if (plain.startsWith('%')) return 'Iterators and generators';
  if (plain.startsWith('assert')) return 'node:assert';
  return /^[A-Z]\w*/.exec(plain)?.[0] ?? 'Functions of the global object';
}
