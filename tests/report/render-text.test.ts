import { stripVTControlCharacters } from 'node:util';
import { describe, expect, test } from 'vitest';
import { renderImpactText, renderText } from '#report/render-text';
import { displayWidth } from '#report/source-text';
import { hostileResult, impactOfLine, manyReached, nothing, shop } from './sample-results';

const plain = { colour: false, width: 80, all: false };

describe('renderText', () => {
  test('answers first, then shows what changed and what it reaches', () => {
    expect(renderText(shop, plain)).toMatchInlineSnapshot(`
      "1 function changed, 1 added, 1 removed; the change can reach 2 statements in 2 functions.
      main (3f2a9c1) → the working tree
      1 more file differs only in formatting, comments or types.
      2 calls have unknown targets, so what they run is not counted, e.g.
      \`callback(cart)\` at src/api.ts:9.
      Whether the behaviour differs is unknown: behaviour was not compared
      (--no-behaviour).

      Changed
        ~ Cart.add  src/cart.ts:12  (was Cart.insert)
            took 1 parameter, takes 2
            13 - quantity == 0
            14 + quantity <= 0
            15 - audit(item)
            16 + log(item)
            affected: 1 condition, 1 write
        + limit  src/cart.ts:30-34
        - audit  src/old.ts:3-9

      Independent edits
        src/cart.ts
          14     replaces \`==\` with \`<=\`
          30-34  adds \`limit\` (only together with src/cart.ts:14)
        src/old.ts
          1-9    removes src/old.ts

      Reached, most directly affected first
        Cart.add  src/cart.ts:12  1 statement
          15  this.total = 0
              because :14 \`quantity <= 0\` → (T) → :15

        checkout  src/api.ts:5  1 statement
          8  if (cart.total > 100)
             because src/cart.ts:14 \`quantity <= 0\` → (T) → :15 \`this.total = 0\`
                     → (shares .total) → src/api.ts:8

      Entry points that reach the change
        src/api.ts#checkout through src/cart.ts#Cart.add
      "
    `);
  });

  test('tells what is reached for certain from what is reached by guesses', () => {
    const [first, second] = shop.impact.statements;
    const guessed = { ...shop.impact, statements: [first!, { ...second!, vague: 1 }] };
    const text = renderText({ ...shop, impact: guessed }, { ...plain, width: 200 });
    expect(text).toMatch(
      /the change can reach 1 statement in 1 function; perhaps 1 more in 1 function, through objects that are not told apart\./,
    );
    const [, known, perhaps] = text.split(/^(?:Reached, most|Perhaps, through objects)/m);
    expect([known?.includes('this.total = 0'), known?.includes('cart.total > 100')]).toEqual([true, false]);
    expect(perhaps).toContain('cart.total > 100');
    const onlyGuessed = { ...shop.impact, statements: shop.impact.statements.map((s) => ({ ...s, vague: 2 })) };
    expect(renderText({ ...shop, impact: onlyGuessed }, { ...plain, width: 200 })).toContain(
      'the change perhaps reaches 2 statements in 2 functions, through objects that are not told apart.',
    );
  });

  test('says nothing but the answer when nothing changed', () => {
    expect(renderText(nothing, plain)).toBe(
      'No TypeScript or JavaScript file differs.\nmain (3f2a9c1) → the working tree\n',
    );
  });

  test('says when only formatting, comments or types differ', () => {
    const erased = { ...nothing, files: [{ path: 'a.ts', status: 'changed', erased: true } as const] };
    expect(renderText(erased, plain)).toContain(
      'Nothing that runs has changed: 1 file differs only in formatting, comments or types.',
    );
  });

  test('cuts long lists and says how many entries are left out and how to see them', () => {
    const text = renderText(manyReached(11, 7), plain);
    expect(text).toContain('… 2 more statements (--all shows everything)');
    expect(text).toContain('… 3 more functions with 21 statements (--all shows everything)');
    expect(text).toContain('77 statements in 11 functions');
    expect(text.match(/call\d\(\)/g)).toHaveLength(8 * 5);
  });

  test('cuts nothing with all', () => {
    const text = renderText(manyReached(11, 7), { ...plain, all: true });
    expect(text).not.toContain('--all');
    expect(text.match(/call\d\(\)/g)).toHaveLength(77);
  });

  test('marks a partial result', () => {
    expect(renderText({ ...shop, complete: false }, plain)).toContain('The result is partial');
  });

  test('speaks of one call as of one', () => {
    const one = { ...shop, unresolvedCalls: { ...shop.unresolvedCalls, count: 1 } };
    const text = renderText(one, plain).replaceAll(/\s+/g, ' ');
    expect(text).toContain('1 call has an unknown target, so what it runs is not counted');
  });

  test('keeps hostile names and code on their lines and their escapes off the terminal', () => {
    const text = renderText(hostileResult, plain);
    expect(text).toMatchInlineSnapshot(`
      "1 function changed; the change reaches no other statement.
      x\\u001b[31m red → the working tree
      Whether the behaviour differs is unknown: behaviour was not compared
      (--no-behaviour).

      Changed
        ~ <b>@team|#1  "a\\nb|\`c\`.ts":1
            \`a|b\` <script>alert(1)</script> @team #12
            1 - x = \\u0007
            1 + x = \`a\\u202e\` || "\`\`" || /\\|/
      "
    `);
    expect(text).not.toMatch(/[^\P{Cc}\n]|\u202e/u);
  });

  test.each([60, 72, 100])('keeps to %d columns', (width) => {
    const [, ...lines] = renderText(shop, { colour: true, width, all: false })
      .split('\n')
      .map(stripVTControlCharacters);
    expect(lines.filter((line) => displayWidth(line) > width)).toEqual([]);
  });

  test('colours add no characters that are seen', () => {
    const coloured = renderText(shop, { ...plain, colour: true });
    expect(coloured).not.toBe(renderText(shop, plain));
    expect(stripVTControlCharacters(coloured)).toBe(renderText(shop, plain));
  });
});

describe('renderImpactText', () => {
  test('shows the place and what depends on it', () => {
    expect(renderImpactText(impactOfLine, plain)).toMatchInlineSnapshot(`
      "A change of src/cart.ts:14 can reach 2 statements in 2 functions.

        src/cart.ts:14  quantity <= 0

      Reached, most directly affected first
        Cart.add  src/cart.ts:12  1 statement
          15  this.total = 0
              because :14 \`quantity <= 0\` → (T) → :15

        checkout  src/api.ts:5  1 statement
          8  if (cart.total > 100)
             because src/cart.ts:14 \`quantity <= 0\` → (T) → :15 \`this.total = 0\`
                     → (shares .total) → src/api.ts:8
      "
    `);
  });

  test('turns the sentence around for the other direction', () => {
    const backward = { ...impactOfLine, direction: 'backward' } as const;
    expect(renderImpactText(backward, plain)).toContain('src/cart.ts:14 depends on 2 statements in 2 functions.');
    const empty = { ...backward, statements: [], functions: [] };
    expect(renderImpactText(empty, plain)).toContain('src/cart.ts:14 depends on nothing else.');
  });
});
