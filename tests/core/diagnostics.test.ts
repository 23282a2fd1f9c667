import { describe, expect, test } from 'vitest';
import * as ofChanges from '#core/change-diagnostics';
import * as others from '#core/diagnostics';
import { assertNever, type Diagnostic, invariant, WingbeatError } from '#core/diagnostics';

const catalogue = { ...others, ...ofChanges };

const position = { line: 3, column: 5 };

/** One call of every message, with `name` wherever a name of the user's is given; a test fails when one is missing here. */
function examplesWith(name: string) {
  const span = { file: name, start: 12, end: 16 };
  return {
    ambiguousExports: catalogue.ambiguousExports([{ path: name, name }]),
    ambiguousFunction: catalogue.ambiguousFunction(name, name, [name, 'List.add']),
    cannotWrite: catalogue.cannotWrite(name, 'permission denied'),
    chainsLeftOut: catalogue.chainsLeftOut(5000, 3000),
    emptyDiff: catalogue.emptyDiff(name, name, false, false),
    fileNotFound: catalogue.fileNotFound(name, [name]),
    fileTooLarge: catalogue.fileTooLarge(name, 30_000_000, 20_000_000),
    functionNotFound: catalogue.functionNotFound(name, name, [name, 'and']),
    gitFailed: catalogue.gitFailed(['cat-file', name], 'fatal: broken\n'),
    gitMissing: catalogue.gitMissing(),
    internalError: catalogue.internalError('every node reaches the exit'),
    invalidLocation: catalogue.invalidLocation(name),
    lineOutOfRange: catalogue.lineOutOfRange(name, 9, 4),
    linkNotFollowed: catalogue.linkNotFollowed(name, 'submodule'),
    noCommits: catalogue.noCommits(),
    noMergeBase: catalogue.noMergeBase(name, name),
    noWorkingTree: catalogue.noWorkingTree(name),
    notAFileOrFolder: catalogue.notAFileOrFolder(name),
    notARepository: catalogue.notARepository(name),
    notASourceFile: catalogue.notASourceFile(name),
    notText: catalogue.notText(name),
    shallowClone: catalogue.shallowClone(name),
    syntaxError: catalogue.syntaxError(name, 'Unexpected token', span, position),
    syntaxErrorInBase: catalogue.syntaxErrorInBase(catalogue.syntaxError(name, 'Unexpected token'), name),
    mixedPair: catalogue.mixedPair(name, name),
    outOfTime: catalogue.outOfTime(2, 10),
    tooDeeplyNested: catalogue.tooDeeplyNested(name),
    unknownAncestor: catalogue.unknownAncestor(name, name, 3),
    unknownRevision: catalogue.unknownRevision(name, [name]),
    unmergedFile: catalogue.unmergedFile(name),
    unreadableFile: catalogue.unreadableFile(name, 'permission denied'),
    unresolvedImport: catalogue.unresolvedImport(name, name, span, position),
    unsupportedConstruct: catalogue.unsupportedConstruct('with-statement', span, position),
    unusableTsconfig: catalogue.unusableTsconfig('not found'),
    updatedEntries: catalogue.updatedEntries([name]),
    updatedFiles: catalogue.updatedFiles([{ file: name, by: name }]),
    updatedImports: catalogue.updatedImports([name, name, 'lodash', 'x.css']),
    updatedOptions: catalogue.updatedOptions([name, 'tsconfig.json', 'a.json', 'b.json']),
  } satisfies Record<string, Diagnostic>;
}

const examples = examplesWith('a.js');
const diagnostics: Diagnostic[] = Object.values(examples);

describe('the catalogue', () => {
  test('is covered by the examples', () => {
    const notMessages = new Set(['WingbeatError', 'assertNever', 'invariant']);
    const messages = Object.keys(catalogue).filter((name) => !notMessages.has(name));
    expect(Object.keys(examples).toSorted()).toEqual(messages.toSorted());
  });

  test('gives every message its own kebab-case code', () => {
    const codes = diagnostics.map(({ code }) => code);
    expect(new Set(codes).size).toBe(codes.length);
    for (const code of codes) expect(code).toMatch(/^[a-z]+(-[a-z]+)*$/);
  });

  test('says what to do next in every error', () => {
    expect(diagnostics.filter(({ severity, remedy }) => severity === 'error' && !remedy)).toEqual([]);
  });

  test.each<[keyof typeof examples, string, unknown]>([
    ['unsupportedConstruct', 'unsupported: with-statement at a.js:3', undefined],
    ['syntaxError', 'syntax error at a.js:3:5: Unexpected token', expect.stringContaining('left out')],
    ['fileTooLarge', 'a.js is skipped: 30.0 MB is over the limit of 20.0 MB', expect.any(String)],
    ['unknownRevision', 'git knows no revision a.js', 'Did you mean a.js?'],
    ['functionNotFound', 'no function a.js in a.js', 'Did you mean a.js or and?'],
    ['gitFailed', 'git cat-file a.js failed: fatal: broken', expect.any(String)],
    ['lineOutOfRange', 'a.js has no line 9; its last line is 4', 'Give a line between 1 and 4.'],
  ])('words %s', (name, message, remedy) => {
    const example: Diagnostic = examples[name];
    expect(example.message).toBe(message);
    expect(example.remedy).toEqual(remedy);
  });

  test('points into the source where it can and has no empty span where it cannot', () => {
    expect(examples.syntaxError).toMatchObject({ span: { file: 'a.js', start: 12, end: 16 } });
    expect(catalogue.syntaxError('a.js', 'too deep')).not.toHaveProperty('span');
  });

  test('has something to say without suggestions, without a position and when git says nothing', () => {
    expect(catalogue.unknownRevision('x', []).remedy).toContain('git branch');
    expect(catalogue.functionNotFound('x', 'a.ts', []).remedy).toContain('file#function');
    expect(catalogue.fileNotFound('x.ts').remedy).toContain('current folder');
    expect(catalogue.syntaxError('a.js', 'too deep').message).toBe('syntax error at a.js: too deep');
    expect(catalogue.gitFailed(['status'], ' \n').message).toBe('git status failed and said nothing');
    expect(catalogue.gitFailed(['status'], 'fatal: a\nhint: b\n').message).toContain('fatal: a; hint: b');
  });

  test.each(Object.entries<Diagnostic>(examplesWith('a\nerror: forged')))(
    '%s shows a hostile name escaped',
    (_, { message, remedy = '' }) => {
      expect(`${message}${remedy}`).not.toContain('\n');
    },
  );
});

describe('WingbeatError', () => {
  test('is a usage error unless told otherwise', () => {
    const error = new WingbeatError(catalogue.gitMissing());
    expect(error).toMatchObject({ name: 'WingbeatError', exitCode: 2, diagnostic: { code: 'git-missing' } });
    expect(error.message).toBe(error.diagnostic.message);
  });

  test('keeps its cause', () => {
    const cause = new Error('ENOENT');
    expect(new WingbeatError(catalogue.cannotWrite('x', 'gone'), 2, { cause }).cause).toBe(cause);
  });
});

describe('our own bugs', () => {
  test('a violated invariant is named and exits with 3', () => {
    expect(() => invariant(true, 'sky is up')).not.toThrow();
    expect(() => invariant(false, 'sky is up')).toThrow(
      expect.objectContaining({ exitCode: 3, message: expect.stringContaining('sky is up') }),
    );
  });

  test.each([
    [{ kind: 'goto' }, 'one of kind goto'],
    [7, 'not 7'],
    [null, 'not null'],
  ])('an impossible union member %j is described', (value, described) => {
    expect(() => assertNever(value as never)).toThrow(
      expect.objectContaining({ exitCode: 3, message: expect.stringContaining(described) }),
    );
  });
});
