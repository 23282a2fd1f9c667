/** Mocha's runner shows itself to the runtime when it is loaded, in whatever process that is. */
export function withMochaWatch(code: string, file: string): string {
  if (!/[\\/]mocha[\\/]lib[\\/]runner\.c?js$/.test(file)) return code;
  return `${code}\n;typeof __wingbeat__==='object'&&__wingbeat__.mocha?.(Runner);\n`;
}
