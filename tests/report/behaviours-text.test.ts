import { stripVTControlCharacters } from 'node:util';
import { describe, expect, test } from 'vitest';
import { renderText } from '#report/render-text';
import { displayWidth } from '#report/source-text';
import type { Result } from '#result/result';
import type { Behaviour } from '#result/verdict';
import { changed, nothing, span } from './sample-results';
import {
  behaviour,
  bugs,
  differs,
  entryPoint,
  returns,
  sameForAll,
  sameUpTo,
  throws,
  unknown,
  verdicts,
  witness,
} from './sample-verdicts';

const plain = { colour: false, width: 80, all: false };

/** What stands below the opening and above what changed. */
function behavioursIn(text: string): string {
  return text.slice(text.indexOf('\n\n') + 2, text.indexOf('\n\nChanged'));
}

function differing(...behaviours: readonly [Behaviour, ...Behaviour[]]): Result {
  return { ...nothing, functions: [changed('src/a.ts#f', span('src/a.ts', 1, 9), differs(...behaviours))] };
}

function shown(head: Behaviour['witness']['head']): string {
  return renderText(differing(behaviour({ witness: witness('f()', returns('1'), head) })), plain);
}

describe('behaviour in a terminal', () => {
  test('what differs stands first, then assertions, then what does not differ, by reason', () => {
    expect(behavioursIn(renderText({ ...verdicts, bugs }, plain))).toMatchInlineSnapshot(`
      "Behaves differently
        total  src/cart.ts:12  24 path pairs compared
          when    quantity < 0
          before  returns quantity * price
          now     throws new RangeError('quantity')
          call    total(-1, 2)
                - returns -2
                + throws new RangeError("quantity")
          due to  src/cart.ts:14

          when    quantity >= 0 && price > 100  (4 path pairs)
          before  returns quantity * price; calls console.log('large')
          now     returns quantity * price
          call    total(0, 101)
                - returns 0; console.log("large")
                + returns 0
          also    total(1, 101), total(2, 101)
          due to  src/cart.ts:14, :16, src/log.ts:3

          assuming \`format\` does the same in both versions
          other inputs: the same up to 4 loop iterations and call depth 256

        checkout  src/api.ts:5  entry point, through total
          when    order.quantity < 0 && order.customer !== null
          before  returns order.quantity * 2
          now     throws new RangeError('quantity')
          call    checkout({ quantity: -1, customer: { name: "" } })
                - returns -2
                + throws new RangeError("quantity")
          due to  src/cart.ts:14

        flag  src/cart.ts:30
          when    always
          before  returns true
          now     returns false
          call    flag()

      Assertions that fail
        assert.ok(price > 0)
          src/cart.ts:18  new, not confirmed by a run
          total(1, 0)

      Hidden from callers
        src/cart.ts#total changes when \`quantity < 0\` (and in 1 more case), but no
          caller of preview can see it up to 4 loop iterations and call depth 256

      Unknown
        eval cannot be followed
          parse  src/parse.ts:7  5 path pairs compared
            at src/run.ts:3
          src/api.ts#load  entry point, through parse

      Behaves the same up to 4 loop iterations and call depth 256
        sort  src/sort.ts:1  62 path pairs compared

      Behaves the same for all inputs
        name  src/name.ts:1

      Behaves the same for all inputs, because no call reaches the change
        dead  src/name.ts:5"
    `);
  });

  test('follows the answer, before what changed and what that can reach', () => {
    const text = renderText(verdicts, plain);
    const places = ['2 of 6 changed functions', 'Behaves differently', 'Unknown', 'Changed', 'Reached'].map((words) =>
      text.indexOf(words),
    );
    expect(places).not.toContain(-1);
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    expect(text).not.toContain('Entry points that reach the change');
  });

  test('the most surprising stands first: failing, then other values, then effects', () => {
    const result: Result = {
      ...nothing,
      functions: [
        changed('a.ts#logs', span('a.ts', 1, 2), {
          ...differs(behaviour({ witness: witness('logs()', returns('1', 'console.log(1)'), returns('1')) })),
        }),
        changed('a.ts#value', span('a.ts', 3, 4), {
          ...differs(behaviour({ witness: witness('value()', returns('1'), returns('2')) })),
        }),
        changed('a.ts#kind', span('a.ts', 5, 6), {
          ...differs(behaviour({ witness: witness('kind()', returns('1'), returns('NaN')) })),
        }),
        changed('a.ts#recovers', span('a.ts', 7, 8), {
          ...differs(behaviour({ witness: witness('recovers()', throws('new Error()'), returns('1')) })),
        }),
        changed('a.ts#fails', span('a.ts', 9, 10), {
          ...differs(behaviour({ witness: witness('fails()', returns('1'), throws('new Error()')) })),
        }),
        changed('a.ts#hangs', span('a.ts', 11, 12), {
          ...differs(behaviour({ witness: witness('hangs()', returns('1'), { kind: 'never-settles' }) })),
        }),
      ],
      entryPoints: [
        entryPoint('b.ts#shows', {
          ...differs(behaviour({ witness: witness('shows()', returns('1'), throws('new Error()')) })),
        }),
      ],
    };
    const calls = renderText(result, plain).match(/(?<=call {4})\w+/g);
    expect(calls).toEqual(['shows', 'fails', 'hangs', 'recovers', 'kind', 'value', 'logs']);
  });

  test('one of each sort of difference is shown before a second one of any', () => {
    const loop = [0, 1, 2].map((i) =>
      behaviour({ when: `x === ${i}`, witness: witness(`f(${i})`, returns('1'), throws('new Error()')) }),
    );
    const [first = behaviour(), ...more] = loop;
    const other = behaviour({ when: 'x === 8', witness: witness('f(8)', returns('1'), returns('2')) });
    const elsewhere = behaviour({
      when: 'x === 99',
      witness: witness('f(99)', returns('1'), throws('new Error()')),
      locations: [span('src/a.ts', 7, 7)],
    });
    const seen = behaviour({ when: 'x', witness: witness('f(5)', returns('1'), returns('2')), certain: false });
    const calls = renderText(differing(first, ...more, seen, other, elsewhere), { ...plain, all: true }).match(
      /(?<=call {4}).+/g,
    );
    expect(calls).toEqual(['f(0)', 'f(99)', 'f(8)', 'f(1)', 'f(2)', 'f(5)']);
  });

  test('what only one call is known to do does not look like a rule', () => {
    const text = renderText(differing(behaviour({ certain: false, count: 3 })), plain);
    expect(text).toContain('when    quantity < 0  (seen for one call)\n');
  });

  test('a function and the functions inside of it, which are compared as one, are shown once', () => {
    const { verdict, behaviours } = differs(behaviour());
    const inner = changed('src/a.ts#f.<fn1>', span('src/a.ts', 2, 2), { verdict, behaviours });
    const outer = changed('src/a.ts#f', span('src/a.ts', 1, 9), { verdict, behaviours });
    const both = renderText({ ...nothing, functions: [inner, outer] }, plain);
    expect(both.match(/when {4}/g)).toHaveLength(1);
    expect(both).toContain('  f  src/a.ts:1  with f.<fn1> inside\n    when');
    const entry = entryPoint('src/a.ts#f', { verdict, behaviours, reaches: [inner.id] });
    const seen = renderText({ ...nothing, functions: [inner], entryPoints: [entry] }, plain);
    expect(seen.match(/when {4}/g)).toHaveLength(1);
    expect(seen).toContain('  src/a.ts#f  entry point, through f.<fn1>\n    when');
  });

  test('a witness alone is shown when there are no words for it', () => {
    const { verdict } = differs(behaviour());
    const result = { ...nothing, functions: [changed('src/a.ts#f', span('src/a.ts', 1, 9), { verdict })] };
    expect(behavioursIn(renderText(result, plain))).toMatchInlineSnapshot(`
      "Behaves differently
        f  src/a.ts:1
          call    total(-1, 2)
                - returns -2
                + throws new RangeError("quantity")"
    `);
  });

  test('ends of all kinds have words', () => {
    expect(shown({ kind: 'never-settles' })).toContain('+ never settles\n');
    expect(shown({ kind: 'times-out' })).toContain('+ does not end in time\n');
    expect(shown({ kind: 'exits', code: 2, effects: ['console.error("x")'] })).toContain(
      '+ calls process.exit(2); console.error("x")\n',
    );
  });

  test('outcomes are left out where the words for all inputs say them, whatever the quotes', () => {
    const parts = { before: "returns 'a'", now: "returns 'b'" };
    const said = renderText(
      differing(behaviour({ ...parts, witness: witness('f()', returns('"a"'), returns('"b"')) })),
      plain,
    );
    expect(said).not.toContain('+ returns');
    const more = witness('f()', returns('"a"'), returns('"b"', 'console.log(1)'));
    expect(renderText(differing(behaviour({ ...parts, witness: more })), plain)).toContain(
      '+ returns "b"; console.log(1)',
    );
  });

  test('of the effects those are shown that differ, or all when it is their order', () => {
    const [a, b, c] = ['console.log("a")', 'console.log("b")', 'console.log("c")'] as const;
    const other = witness('f()', returns('1', a, b), returns('2', a, c));
    const text = renderText(differing(behaviour({ witness: other })), plain);
    expect(text).toContain(`- returns 1; ${b}\n          + returns 2; ${c}\n`);
    const order = witness('f()', returns('1', a, b), returns('1', b, a));
    const swapped = renderText(differing(behaviour({ witness: order })), plain);
    expect(swapped).toContain(`- returns 1; ${a}; ${b}\n          + returns 1; ${b}; ${a}\n`);
    const often = witness('f()', returns('1', a), returns('1', a, a));
    expect(renderText(differing(behaviour({ witness: often })), plain)).toContain(`+ returns 1; ${a}; ${a}\n`);
  });

  test('a bound is said wherever something bounded is called the same', () => {
    const result: Result = {
      ...nothing,
      functions: [
        changed('src/a.ts#f', span('src/a.ts', 1, 9), { ...differs(behaviour()) }),
        changed('src/a.ts#g', span('src/a.ts', 10, 19), { verdict: sameUpTo }),
        changed('src/a.ts#h', span('src/a.ts', 20, 29), { verdict: sameForAll }),
      ],
      entryPoints: [
        entryPoint('src/b.ts#p', { verdict: sameUpTo, masked: true, reaches: ['src/a.ts#f'] }),
        entryPoint('src/b.ts#q', { verdict: sameUpTo, reaches: ['src/a.ts#g'] }),
      ],
    };
    const text = renderText(result, { ...plain, width: 200 });
    expect(text.match(/up to 4 loop iterations and call depth 256/g)).toHaveLength(4);
    const bounded = text.indexOf('Behaves the same up to');
    const forAll = text.indexOf('Behaves the same for all inputs');
    expect(text.slice(bounded, forAll)).toContain('  g  src/a.ts:10\n  src/b.ts#q  entry point, through g');
    expect(text.slice(forAll)).not.toMatch(/^ {2}g /m);
  });

  test('an entry point hides a change', () => {
    const result: Result = {
      ...nothing,
      functions: [changed('src/cart.ts#total', span('src/cart.ts', 1, 9), differs(behaviour()))],
      entryPoints: [entryPoint('src/api.ts#checkout', { masked: true, reaches: ['src/cart.ts#total'] })],
    };
    const text = renderText(result, { ...plain, width: 120 });
    expect(text).toContain('total behaves differently; no entry point shows it.');
    expect(text).toContain(
      'src/cart.ts#total changes when `quantity < 0`, but no caller of src/api.ts#checkout can see it\n',
    );
    expect(text).not.toContain('Behaves the same');
  });

  test('unknown verdicts are never among the same, not even for an entry point that is called masked', () => {
    const result: Result = {
      ...nothing,
      functions: [changed('src/cart.ts#total', span('src/cart.ts', 1, 9), differs(behaviour()))],
      entryPoints: [
        entryPoint('src/api.ts#checkout', {
          verdict: unknown('eval cannot be followed'),
          masked: true,
          reaches: ['src/cart.ts#total'],
        }),
      ],
    };
    const text = renderText(result, plain);
    expect(text).not.toContain('can see it');
    expect(text).not.toContain('the same');
    expect(text).toContain('Unknown\n  eval cannot be followed\n    src/api.ts#checkout  entry point, through total');
  });

  test('what is unknown for one reason in several places stands together', () => {
    const functions = [1, 2].map((line) =>
      changed(`src/a.ts#f${line}`, span('src/a.ts', line, line), {
        verdict: unknown(`eval cannot be followed at src/run.ts:${line}`),
      }),
    );
    expect(behavioursIn(renderText({ ...nothing, functions }, plain))).toBe(
      [
        'Unknown',
        '  eval cannot be followed',
        '    f1  src/a.ts:1',
        '      at src/run.ts:1',
        '    f2  src/a.ts:2',
        '      at src/run.ts:2',
      ].join('\n'),
    );
  });

  test('assumptions of many that are the same are said', () => {
    const functions = Array.from({ length: 6 }, (_, i) =>
      changed(`src/g${i}.ts#g${i}`, span(`src/g${i}.ts`, 1, 2), {
        verdict: { ...sameForAll, assumptions: [`fetch does the same, ${i % 2}`] },
      }),
    );
    expect(behavioursIn(renderText({ ...nothing, functions }, plain))).toBe(
      [
        'Behaves the same for all inputs under assumptions',
        '  g0, g1, g2, g3, g4, g5',
        '    assuming fetch does the same, 0',
        '    assuming fetch does the same, 1',
      ].join('\n'),
    );
  });

  test('names that several have are told apart by their files', () => {
    const names = ['a.ts#<module>', 'b.ts#<module>', 'a.ts#parse', 'b.ts#parse', 'b.ts#print'];
    const functions = names.map((id) => changed(id, span(id.slice(0, 4), 1, 2), { verdict: sameForAll }));
    expect(behavioursIn(renderText({ ...nothing, functions }, { ...plain, width: 100 }))).toBe(
      [
        'Behaves the same for all inputs',
        '  module body of a.ts, module body of b.ts, parse of a.ts, parse of b.ts, print',
      ].join('\n'),
    );
  });

  test('long lists are cut with a count, and nothing with --all', () => {
    const many = Array.from({ length: 9 }, (_, i) =>
      behaviour({ when: `x === ${i}`, witness: witness(`f(${i})`, returns('1'), returns('2')) }),
    );
    const [first = behaviour(), ...more] = many;
    const functions = Array.from({ length: 12 }, (_, i) =>
      changed(`src/f${i}.ts#f${i}`, span(`src/f${i}.ts`, 1, 2), { ...differs(first, ...more) }),
    );
    const same = Array.from({ length: 20 }, (_, i) =>
      changed(`src/g${i}.ts#g${i}`, span(`src/g${i}.ts`, 1, 2), { verdict: sameForAll }),
    );
    const result = { ...nothing, functions: [...functions, ...same] };
    const text = renderText(result, plain);
    expect(text).toContain('    … 5 more differences (--all shows everything)');
    expect(text).toContain('  … 4 more functions (--all shows everything)');
    expect(text).toContain(
      'Behaves the same for all inputs\n  g0, g1, g2, g3, g4, g5, g6, g7, g8, g9, g10, g11 and 8 more\n',
    );
    expect(text.match(/when {4}/g)).toHaveLength(8 * 4);
    const all = renderText(result, { ...plain, all: true });
    expect(all).not.toContain('--all');
    expect(all.match(/when {4}/g)).toHaveLength(12 * 9);
    expect(all).toContain('  g19  src/g19.ts:1\n');
  });

  test.each([40, 60, 80, 132])('keeps to %d columns, whatever it shows, and shows nothing invisible', (width) => {
    const long = Array.from({ length: 40 }, (_, i) => `name.charCodeAt(${i}) !== ${i}`);
    const hostile = behaviour({
      when: `(${long.join(' && ')}) || text === '\u001b[31m\u202e\n' || ${long.join(' || ')}`,
      before: `returns '${'漢'.repeat(200)}'`,
      now: `returns ${'x'.repeat(300)}`,
      witness: witness(`f("${'y'.repeat(2000)}")`, returns(`"${'z'.repeat(300)}1"`), returns(`"${'z'.repeat(300)}2"`)),
      inputs: ['q'.repeat(200)],
      locations: Array.from({ length: 30 }, (_, i) => span(`src/some/long/folder/file${i}.ts`, i + 1, i + 1)),
      count: 12,
    });
    const reason = `unsupported: ${'r'.repeat(300)} ${'s '.repeat(200)}`;
    const text = renderText(
      {
        ...verdicts,
        impact: nothing.impact,
        bugs: [...bugs, ...bugs.map((bug) => ({ ...bug, call: 'c'.repeat(500), text: 't'.repeat(500) }))],
        functions: [
          ...verdicts.functions,
          changed('src/h.ts#h', span('src/h.ts', 1, 2), {
            behaviours: [hostile],
            verdict: { ...differs(hostile).verdict, elsewhere: { kind: 'unknown', reason }, assumptions: [reason] },
          }),
          changed('src/i.ts#i', span('src/i.ts', 1, 2), { verdict: unknown(reason) }),
          changed('src/j.ts#j', span('src/j.ts', 1, 2), { verdict: { ...sameForAll, because: reason } }),
        ],
      },
      { colour: true, width, all: false },
    );
    const [, ...lines] = stripVTControlCharacters(text).split('\n');
    expect(lines.filter((line) => displayWidth(line) > width)).toEqual([]);
    expect(lines.join('\n')).not.toMatch(/[^\P{Cc}\n]|\u202e/u);
  });

  test('long results are shown where they differ', () => {
    const [before, now] = ['a', 'b'].map((last) => returns(`"${'z'.repeat(300)}${last}"`));
    if (before === undefined || now === undefined) throw new Error('there are two');
    const text = renderText(differing(behaviour({ witness: witness('f()', before, now) })), plain);
    expect(text).toMatch(/- ….*za"\n/);
    expect(text).toMatch(/\+ ….*zb"\n/);
  });

  test('with --all a call is whole, however long it is', () => {
    const call = `f("${'y'.repeat(500)}")`;
    const result = differing(behaviour({ witness: witness(call, returns('1'), returns('2')) }));
    expect(renderText(result, plain)).not.toContain(call);
    expect(renderText(result, { ...plain, all: true })).toContain(call);
  });

  test('lists assertions that failed before where all is asked for', () => {
    const old = bugs.find(({ isNew }) => !isNew);
    expect(renderText({ ...verdicts, bugs }, plain)).not.toContain(old?.text);
    expect(renderText({ ...verdicts, bugs }, { ...plain, all: true })).toContain(old?.text);
  });

  test('colours add no characters that are seen', () => {
    const coloured = renderText({ ...verdicts, bugs }, { ...plain, colour: true });
    expect(coloured).not.toBe(renderText({ ...verdicts, bugs }, plain));
    expect(stripVTControlCharacters(coloured)).toBe(renderText({ ...verdicts, bugs }, plain));
  });
});
