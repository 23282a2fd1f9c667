import type { Program } from 'oxc-parser';
import type { ScopeTable } from '#syntax/scopes';

/** `h`, `React.createElement`: a variable at the top of the module, and names of properties. */
export interface NamePath {
  readonly binding: number;
  readonly keys: readonly string[];
}

/** What makes the elements of a module. */
export interface JsxFactory {
  readonly element: NamePath;
  /** What stands for a fragment. */
  readonly fragment: NamePath | null;
}

/**
 * What `@jsx h` and `@jsxFrag Fragment` name, where it is of the program: of packages it is known what their factories do. What
 * options of the compiler name is not in the text.
 */
export function jsxFactoryOf(text: string, tree: Program, scopes: ScopeTable): JsxFactory | null {
  const named = (pragma: string): NamePath | null => {
    const path = new RegExp(`/\\*(?:(?!\\*/)[^])*?@${pragma}\\s+([\\w$.]+)`).exec(text)?.[1];
    const [root, ...keys] = path?.split('.') ?? [];
    const binding = scopes.declaredBy(tree).find((each) => scopes.variables[each]?.name === root);
    return binding === undefined || isOfPackage(scopes, binding) ? null : { binding, keys };
  };
  const element = text.includes('@jsx') ? named('jsx') : null;
  return element === null ? null : { element, fragment: named('jsxFrag') };
}

function isOfPackage({ variables }: ScopeTable, binding: number): boolean {
  const parent = variables[binding]?.defs[0]?.parent;
  return parent?.type === 'ImportDeclaration' && !/^[./#]/.test(parent.source.value);
}
