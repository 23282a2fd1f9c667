import type { FunctionIr } from '#ir/cfg';

/** What a function is called where others call it. */
export interface CalledNames {
  readonly qualified: string;
  /** Its own name, or that of its class for a constructor. */
  readonly called: string;
  /** Of the class that it belongs to, as its module knows it, and the last part of that; empty for none. */
  readonly className: string;
  readonly simpleClass: string;
}

export function calledNames({ qualifiedName, name, kind }: FunctionIr): CalledNames {
  const className = qualifiedName.slice(0, Math.max(0, qualifiedName.lastIndexOf('.')));
  return {
    qualified: qualifiedName,
    called: lastPart(kind === 'constructor' ? className : name),
    className,
    simpleClass: lastPart(className),
  };
}

function lastPart(name: string): string {
  return name.slice(name.lastIndexOf('.') + 1);
}
