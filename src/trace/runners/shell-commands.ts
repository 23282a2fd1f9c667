/** Files that a pattern of the shell stands for; none where nothing fits it. What stood in quotes is escaped by `\`. */
export type Expand = (pattern: string) => readonly string[];

/**
 * The simple commands of a line for the shell, each as its words without quotes. Patterns outside of quotes stand for the files
 * that fit them, or for themselves where none does. Substitutions are left as they are.
 */
export function shellCommands(line: string, expand: Expand = () => []): string[][] {
  const commands: string[][] = [[]];
  let word: Word | null = null;
  const add = (text: string, isPattern: boolean) => {
    const { text: before, pattern, isPattern: wasPattern } = word ?? nothing;
    const spelled = isPattern ? text : text.replaceAll(/[\\*?[\]]/g, String.raw`\$&`);
    const magic = wasPattern || (isPattern && /[*?[]/.test(text));
    word = { text: before + text, pattern: pattern + spelled, isPattern: magic };
  };
  const endWord = () => {
    if (word !== null) commands.at(-1)?.push(...wordsOf(word, expand));
    word = null;
  };
  for (const [token] of line.matchAll(tokens)) {
    if (/^\s+$/.test(token)) endWord();
    else if (/^(?:[;&|\n()]|&&|\|\|)$/.test(token)) {
      endWord();
      commands.push([]);
    } else if (/^['"]/.test(token)) add(unquoted(token), false);
    else if (token.startsWith('\\')) add(token.slice(1), false);
    else add(token, true);
  }
  endWord();
  return commands.filter((words) => words.length > 0);
}

interface Word {
  readonly text: string;
  readonly pattern: string;
  readonly isPattern: boolean;
}

const nothing: Word = { text: '', pattern: '', isPattern: false };

function wordsOf({ text, pattern, isPattern }: Word, expand: Expand): readonly string[] {
  const found = isPattern ? expand(pattern) : [];
  return found.length === 0 ? [text] : found;
}

const tokens = /'[^']*'|"(?:[^"\\]|\\[^])*"|\\[^]|&&|\|\||[;&|()\n]|[^\S\n]+|[^\s'"\\;&|()]+|[^]/g;

function unquoted(token: string): string {
  const inner = token.slice(1, token.length > 1 && token.endsWith(token[0] ?? '') ? -1 : undefined);
  return token.startsWith('"') ? inner.replace(/\\(["\\$`])/g, '$1') : inner;
}
