import { parseSync, Visitor } from 'oxc-parser';

/** Uses of the console or of the process's output streams, as written in the source. */
export function printingIn(fileName: string, source: string): string[] {
  const found: string[] = [];
  new Visitor({
    MemberExpression(node) {
      if (node.object.type !== 'Identifier') return;
      const text = source.slice(node.start, node.end);
      if (node.object.name === 'console') found.push(text);
      if (node.object.name === 'process' && /\b(stdout|stderr)\b/.test(text)) found.push(text);
    },
    VariableDeclarator(node) {
      if (node.init?.type !== 'Identifier' || node.id.type !== 'ObjectPattern') return;
      const names = source.slice(node.id.start, node.id.end);
      if (node.init.name === 'console' || (node.init.name === 'process' && /\b(stdout|stderr)\b/.test(names))) {
        found.push(source.slice(node.start, node.end));
      }
    },
  }).visit(parseSync(fileName, source).program);
  return found;
}
