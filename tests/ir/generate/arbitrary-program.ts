import fc from 'fast-check';
import { arbitraryClass, arbitraryFunction, arbitraryPattern } from './arbitrary-declarations';
import { arbitraryExpression, partsOf } from './arbitrary-expression';
import { arbitraryStatement } from './arbitrary-statement';
import type {
  BlockTree,
  ClassTree,
  ExprTree,
  FunctionTree,
  HelperTree,
  PatternTree,
  ProgramTree,
  StatementTree,
} from './program-tree';

/** What a random program is mostly made of: evaluation order and conversions, or jumps, loops and completions. */
export type Focus = 'expressions' | 'control';

/** Random programs; `renderProgram` gives them names. */
export function arbitraryProgram(focus: Focus): fc.Arbitrary<ProgramTree> {
  const { statement, block, fn, klass } = trees(focus);
  const helper: fc.Arbitrary<HelperTree> = fc.oneof(
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('function' as const), fn }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('class' as const), class: klass }) },
  );
  // Without a guard most programs would end at their first error.
  const handler = fc.record({ param: fc.constantFrom('none', 'name', 'pattern'), body: fc.constant([]) });
  const guarded: fc.Arbitrary<StatementTree> = fc.record({
    kind: fc.constant('try' as const),
    body: block,
    handler,
    cleanup: fc.constant(null),
  });
  const body = fc.oneof({ weight: 1, arbitrary: statement }, { weight: 3, arbitrary: guarded });
  return fc.record({
    strict: fc.boolean().map((sloppy) => !sloppy),
    async: fc.boolean(),
    helpers: fc.array(helper, { maxLength: 3, size: 'max' }),
    body: fc.array(body, { minLength: 1, maxLength: 6, size: 'max' }),
  });
}

interface Trees {
  expr: ExprTree;
  statement: StatementTree;
  block: BlockTree;
  fn: FunctionTree;
  klass: ClassTree;
  pattern: PatternTree;
}

function trees(focus: Focus): fc.LetrecValue<Trees> {
  return fc.letrec<Trees>((tie: fc.LetrecTypedTie<Trees>) => {
    const tied = {
      expr: tie('expr'),
      block: tie('block'),
      fn: tie('fn'),
      klass: tie('klass'),
      pattern: tie('pattern'),
    };
    const parts = partsOf(tied.expr);
    return {
      expr: arbitraryExpression(focus, tied, parts),
      statement: arbitraryStatement(focus, tied, parts),
      block: fc.array(tie('statement'), { maxLength: 3, size: 'max' }),
      fn: arbitraryFunction(tied),
      klass: arbitraryClass(tied, parts),
      pattern: arbitraryPattern(tied, parts),
    };
  });
}
