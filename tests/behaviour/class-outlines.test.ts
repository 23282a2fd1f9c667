import { expect, it } from 'vitest';
import { inheritedOtherwise } from '#behaviour/class-outlines';
import { lowered } from '../ir/lowered';

const parents =
  'class A { m() { return 1; } static s() {} get g() { return 1; } #p() {} } class B { m() { return 2; } }';

function between(before: string, now: string): string | null {
  return inheritedOtherwise(lowered('a.ts', `${parents} ${before}`), lowered('a.ts', `${parents} ${now}`));
}

it.each([
  ['another parent', 'class F extends A {}', 'class F extends B {}', 'class F inherits from B now'],
  ['a parent of the language', 'class F extends A {}', 'class F extends Error {}', 'class F inherits from Error now'],
  [
    'a parent that a call gives',
    'class F extends A {}',
    'class F extends mix(A) {}',
    'class F inherits from mix(A) now',
  ],
  ['no parent any more', 'class F extends A {}', 'class F {}', 'class F inherits from no class now'],
  ['a method that covers one', 'class F extends A {}', 'class F extends A { m() {} }', 'class F has m of its own now'],
  [
    'one that covers none any more',
    'class F extends A { m() {} }',
    'class F extends A {}',
    'class F has no m of its own',
  ],
  ['a static one', 'class F extends A {}', 'class F extends A { static s() {} }', 'class F has static s of its own'],
  [
    'an accessor',
    'class F extends A {}',
    'class F extends A { get g() { return 2; } }',
    'class F has get g of its own',
  ],
  [
    'a method of a class further up',
    'class E extends A {} class F extends E {}',
    'class E extends A {} class F extends E { m() {} }',
    'class F has m of its own now',
  ],
  [
    'a parent that is not known',
    "import { X } from './x'; class F extends X {}",
    "import { X } from './x'; class F extends X { k() {} }",
    'class F has k of its own now',
  ],
])('tells %s', (_, before, now, reason) => {
  expect(between(before, now)).toContain(reason);
});

it.each([
  ['a method that no class above has', 'class F extends A {}', 'class F extends A { k() {} }'],
  ['a method of a class without parent', 'class F {}', 'class F { m() {} }'],
  [
    'a method that is written otherwise',
    'class F extends A { m() { return 1; } }',
    'class F extends A { m() { return 3; } }',
  ],
  ['a private method', 'class F extends A {}', 'class F extends A { #p() {} }'],
  [
    'the same parent, after another',
    'class F extends Error {}',
    'class G extends RangeError {} class F extends Error {}',
  ],
  ['a new class', '', 'class F extends A { m() {} }'],
])('says nothing of %s', (_, before, now) => {
  expect(between(before, now)).toBeNull();
});
