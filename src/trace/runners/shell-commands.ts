/** The simple commands of a line for the shell, each as its words without quotes. Substitutions are left as they are. */
export function shellCommands(line: string): string[][] {
  const commands: string[][] = [[]];
  let word: string | null = null;
  const add = (text: string) => {
    word = (word ?? '') + text;
  };
  const endWord = () => {
    if (word !== null) commands.at(-1)?.push(word);
    word = null;
  };
  for (const [token] of line.matchAll(tokens)) {
    if (/^\s+$/.test(token)) endWord();
    else if (/^(?:[;&|\n()]|&&|\|\|)$/.test(token)) {
      endWord();
      commands.push([]);
    } else if (/^['"]/.test(token)) add(unquoted(token));
    else add(token.replace(/^\\/, ''));
  }
  endWord();
  return commands.filter((words) => words.length > 0);
}

const tokens = /'[^']*'|"(?:[^"\\]|\\[^])*"|\\[^]|&&|\|\||[;&|()\n]|[^\S\n]+|[^\s'"\\;&|()]+|[^]/g;

function unquoted(token: string): string {
  const inner = token.slice(1, token.length > 1 && token.endsWith(token[0] ?? '') ? -1 : undefined);
  return token.startsWith('"') ? inner.replace(/\\(["\\$`])/g, '$1') : inner;
}
