/** Mocha shows its runner to the runtime when it is loaded, in whatever process that is. */
export function withMochaWatch(code: string, file: string): string {
  if (!/[\\/]mocha[\\/]lib[\\/]mocha\.c?js$/.test(file)) return code;
  return `${code}\n;typeof __wingbeat__==='object'&&__wingbeat__.mocha?.(exports.Runner,exports);\n`;
}
