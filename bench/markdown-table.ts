/** Rows of text as a table; columns named with a trailing `#` hold numbers. */
export function markdownTable(columns: readonly string[], rows: readonly (readonly string[])[]): string {
  const names = columns.map((name) => name.replace(/#$/, ''));
  const isNumber = columns.map((name) => name.endsWith('#'));
  const widths = names.map((name, i) => Math.max(3, name.length, ...rows.map((row) => (row[i] ?? '').length)));
  const line = (cells: readonly string[]): string => {
    const padded = widths.map((width, i) => {
      const cell = cells[i] ?? '';
      return isNumber[i] === true ? cell.padStart(width) : cell.padEnd(width);
    });
    return `| ${padded.join(' | ')} |`;
  };
  const rule = widths.map((width, i) => (isNumber[i] === true ? `${'-'.repeat(width - 1)}:` : '-'.repeat(width)));
  return [line(names), line(rule), ...rows.map(line)].join('\n');
}

export function count(value: number): string {
  return value.toLocaleString('en-US');
}

export function seconds(ms: number): string {
  return (ms / 1000).toFixed(ms < 9950 ? 1 : 0);
}

export function ratio(value: number): string {
  return `${value.toFixed(2)}×`;
}

/** 0.123 as `12.3 %`. */
export function percent(share: number, digits = 1): string {
  return `${(share * 100).toFixed(digits)} %`;
}
