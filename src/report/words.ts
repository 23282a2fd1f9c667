/** `1 statement`, `2,140 statements`. */
export function count(amount: number, noun: string): string {
  return `${grouped(amount)} ${noun}${amount === 1 ? '' : 's'}`;
}

/** `a, b and 3 more`. */
export function someOf(names: readonly string[], most: number): string {
  const rest = names.length - most;
  // One more name is as short as saying that there is one.
  return rest <= 1 ? names.join(', ') : `${names.slice(0, most).join(', ')} and ${grouped(rest)} more`;
}

/** `2,140`. */
export function grouped(amount: number): string {
  return String(amount).replace(/\B(?=(\d{3})+$)/g, ',');
}
