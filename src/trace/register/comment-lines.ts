/** Whether a place of a text is in a comment, as far as its line tells. Rather no than yes. */
export function isInComment(code: string, index: number): boolean {
  return commentLine.test(code.slice(code.lastIndexOf('\n', index) + 1, index));
}

/** A line that begins so, and where nothing else can have begun. */
const commentLine = /^\s*(?:\/\/|\*(?!\/))(?:(?!\*\/)[^;`}])*$/;
