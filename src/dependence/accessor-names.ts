import { accessWidth, computedProperty, constraintKinds as kinds, modes, places, type ModuleFacts } from '#ir/facts';
import { anyName, conversionName, proxyName } from '#ir/pointer-facts';
import type { Program } from '#ir/program';
import { eachConstraint } from './constraints';

/** Under which names a program has accessors: most reads and writes need not ask for what they run. */
export class AccessorNames {
  private readonly names: ReadonlySet<string>;
  /** Texts that functions are given, where some of these define properties under such names. */
  private readonly given: ReadonlySet<string>;
  /** Names under which something is written: asked for only where accessors get names that are not known. */
  readonly plain: ReadonlySet<string>;

  constructor(program: Program) {
    this.names = new Set(program.modules.flatMap((_, m) => program.pointerFacts(m).accessors));
    const definesByParam = program.modules.some((_, m) => program.pointerFacts(m).definesByParam);
    this.given = new Set(definesByParam ? program.modules.flatMap(textsGiven) : []);
    this.plain = new Set(this.hasUnnamed ? program.modules.flatMap((module) => [...writtenNames(module)]) : []);
  }

  get hasUnnamed(): boolean {
    return this.names.has(anyName);
  }

  get hasProxies(): boolean {
    return this.names.has(proxyName);
  }

  get hasConversions(): boolean {
    return this.names.has(conversionName);
  }

  /** Whether a read of which no object comes, or a write, may run an accessor or a trap of a proxy. */
  mayRun(property: string, kind: 'idle read' | 'other'): boolean {
    return this.hasProxies || this.mayBeMet(property, kind);
  }

  /** Whether what it finds under the property may be an accessor. */
  mayBeMet(property: string, kind: 'idle read' | 'other'): boolean {
    if (this.names.has(property) || this.given.has(property)) return true;
    if (property === computedProperty)
      return this.names.size > (this.hasConversions ? 1 : 0) + (this.hasProxies ? 1 : 0);
    return this.hasUnnamed && (kind === 'other' || !this.plain.has(property));
  }
}

function textsGiven({ calls, strings }: ModuleFacts): string[] {
  return Array.from(new Set(calls.argTexts.filter((text) => text >= 0)), (text) => strings[text]!);
}

/** The names of all properties that a module writes or declares. */
function writtenNames(module: ModuleFacts): Set<string> {
  const { words } = module.accesses;
  const found = new Set<number>();
  for (let at = 0; at < words.length; at += accessWidth) {
    if (words[at + 2] === places.field && words[at] !== modes.use) found.add(words[at + 4]!);
  }
  eachConstraint(module, (kind, constraints, at) => {
    if (kind === kinds.member) found.add(constraints[at + 1]!);
  });
  return new Set(Array.from(found, (name) => module.strings[name]!));
}
