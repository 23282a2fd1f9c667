import { definedParam } from '#ir/pointer-facts';
import type { Program } from '#ir/program';

/** The names, and whether there may be others. */
export interface NamesOfParam {
  readonly names: ReadonlySet<number>;
  readonly isOpen: boolean;
}

interface Given {
  readonly names: Set<number>;
  isOpen: boolean;
}

/** Which texts the callers of a function give it as the name of a property: `define(app, 'host', get)`. */
export class NamesGiven {
  private readonly given = new Map<number, Map<number, Given>>();

  constructor(program: Program) {
    program.modules.forEach((module, m) => {
      if (!program.pointerFacts(m).definesByParam) return;
      for (let call = 0; call < module.calls.count; call++) {
        const position = definedParam(module, call);
        if (position < 0) continue;
        const fn = program.functionBase[m]! + module.calls.fn[call]!;
        const params = this.given.get(fn) ?? new Map<number, Given>();
        params.set(position, { names: new Set(), isOpen: false });
        this.given.set(fn, params);
      }
    });
  }

  /** A caller gives a text; −1 for anything else. */
  pass(fn: number, position: number, text: number): void {
    const given = this.given.get(fn)?.get(position);
    if (given === undefined) return;
    if (text >= 0) given.names.add(text);
    else given.isOpen = true;
  }

  /** What nobody of the program calls is called by others. */
  of(fn: number, position: number): NamesOfParam {
    const given = this.given.get(fn)?.get(position);
    if (given === undefined || given.names.size === 0) return { names: new Set(), isOpen: true };
    return given;
  }
}
