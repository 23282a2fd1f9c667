import ts from 'typescript';

/** For each text `const name: T = value;`, whether TypeScript accepts it: one program for all. */
export function checkAssignments(prelude: string, statements: readonly string[]): readonly boolean[] {
  const fileName = '/virtual/assignments.ts';
  const text = `${prelude}\n${statements.join('\n')}\nexport {};\n`;
  const options: ts.CompilerOptions = {
    strict: true,
    noEmit: true,
    target: ts.ScriptTarget.ES2022,
    lib: ['lib.es2022.d.ts'],
    types: [],
    skipLibCheck: true,
  };
  const host = ts.createCompilerHost(options);
  const { getSourceFile, fileExists } = host;
  host.fileExists = (name) => name === fileName || fileExists.call(host, name);
  host.getSourceFile = (name, ...others) =>
    name === fileName
      ? ts.createSourceFile(name, text, ts.ScriptTarget.ES2022)
      : getSourceFile.call(host, name, ...others);
  const program = ts.createProgram([fileName], options, host);
  const file = program.getSourceFile(fileName);
  if (file === undefined) throw new Error('the virtual file was not read');
  const first = prelude.split('\n').length;
  const accepted = statements.map(() => true);
  for (const { start, messageText } of [
    ...program.getSyntacticDiagnostics(file),
    ...program.getSemanticDiagnostics(file),
  ]) {
    const line = file.getLineAndCharacterOfPosition(start ?? 0).line - first;
    if (line < 0) throw new Error(ts.flattenDiagnosticMessageText(messageText, '\n'));
    accepted[line] = false;
  }
  return accepted;
}
