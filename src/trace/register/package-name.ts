/** The name of the package that a file belongs to; null for what is in none. */
export function packageName(file: string): string | null {
  const parts = file.split(/[\\/]node_modules[\\/]/);
  const inside = parts.length < 2 ? undefined : parts.at(-1);
  return /^(?:@[^\\/]+[\\/])?[^\\/]+/.exec(inside ?? '')?.[0].replace('\\', '/') ?? null;
}
