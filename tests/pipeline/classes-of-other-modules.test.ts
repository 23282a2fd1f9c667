import { expect, it, test } from 'vitest';
import { analyzeChange } from '../../src/pipeline';
import { TemporaryRepository } from '../project/temporary-repository';

interface Case {
  readonly name: string;
  /** `□` stands for what changes. */
  readonly files: Readonly<Record<string, string>>;
  readonly change: readonly [before: string, after: string];
  /** The function that differs. */
  readonly fn: string;
}

const item = `export class Item {
  constructor(public price: number, private readonly count: number) {}
  get total(): number { return this.price * this.count; }
}`;
const order = `import { Item } from './item';
export class Order {
  items: Item[] = [];
  add(item: Item): void { this.items.push(item); }
}`;

const cases: readonly Case[] = [
  {
    name: 'of a module that one of a type is imported from',
    files: {
      'item.ts': item,
      'order.ts': order,
      'use.ts': `import type { Order } from './order';
export function sum(order: Order): number {
  let all = 0;
  for (const each of order.items) all = □each.total;
  return all;
}`,
    },
    change: ['all + ', ''],
    fn: 'use.ts#sum',
  },
  {
    name: 'that a type imports by itself',
    files: {
      'item.ts': item,
      'order.ts': order,
      'use.ts': `export function many(order: import('./order').Order): boolean { return order.items.length > □; }`,
    },
    change: ['1', '0'],
    fn: 'use.ts#many',
  },
  {
    name: 'that only a comment names',
    files: {
      'option.js': `class Option {
  /**
   * @param {string} flags
   * @param {string} [description]
   */
  constructor(flags, description) {
    this.flags = flags;
    this.description = description || '';
    this.required = flags.includes('<');
    this.choices = undefined;
  }
  /** @param {string[]} values */
  only(values) { this.choices = values.slice(); return this; }
}
exports.Option = Option;`,
      'help.js': `/** @typedef { import('./option.js').Option } Option */
class Help {
  /**
   * @param {Option} option
   * @return {string}
   */
  describe(option) {
    const more = [];
    if (option.choices) more.push(option.choices.length + ' choices');
    if (option.required) more.push('required');
    if (more.length === 0) return option.description;
    const text = '(' + more.join(', ') + ')';
    return □ ? option.description + ' ' + text : text;
  }
}
exports.Help = Help;`,
    },
    change: ['true', 'option.description'],
    fn: 'help.js#Help.describe',
  },
  {
    name: 'that its module does not export',
    files: {
      'shape.ts': `class Circle { constructor(readonly radius: number) {} area(): number { return 3 * this.radius * this.radius; } }
export type Shape = Circle;`,
      'use.ts': `import type { Shape } from './shape';
export function isLarge(shape: Shape): boolean { return shape.area() > □; }`,
    },
    change: ['10', '20'],
    fn: 'use.ts#isLarge',
  },
];

async function analysed({ files, change }: Case, after = change[1]) {
  const repository = new TemporaryRepository();
  const texts = (part: string): Record<string, string> =>
    Object.fromEntries(Object.entries(files).map(([path, text]) => [path, text.replace('□', part)]));
  repository.commit({ 'package.json': '{}', ...texts(change[0]) });
  repository.write(texts(after));
  return analyzeChange({ cwd: repository.root, base: 'HEAD', cache: false, budgetMs: 10_000 });
}

test.each(cases)('a call is made with an instance of a class $name', async (each) => {
  const { functions } = await analysed(each);
  const found = functions.find(({ id }) => id === each.fn);
  expect(found?.verdict.kind).toBe('differs');
  expect(found?.behaviours[0]?.witness.call).toMatch(/Object\.create\(\w+\.prototype\)/);
});

it('is the same where nothing differs', async () => {
  const [first] = cases;
  if (first === undefined) throw new Error('there is one');
  const { functions } = await analysed(first, '0 + all + ');
  expect(functions.map(({ verdict }) => verdict.kind)).not.toContain('differs');
});
