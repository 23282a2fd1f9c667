import { eachConstraint } from '#dependence/constraints';
import { accessWidth, bindingFlags, constraintKinds, modes, places, siteKinds, type ModuleFacts } from '#ir/facts';
import { asksForModule } from '#ir/pointer-facts';
import { isPattern } from '#ir/specifier-pattern';
import { wordAt } from './function-nodes';

/** What variables of a module that are given a value once are given, by how the source is written. */
export interface SingleValues {
  /** Expressions that are a regular expression, with its site. */
  readonly regExps: ReadonlyMap<number, number>;
  /** Variables, with what they are copied from. */
  readonly copies: ReadonlyMap<number, number>;
  /** Expressions that read a property. */
  readonly reads: ReadonlyMap<number, PropertyRead>;
  /** Results of `require`, with the text that it is given. */
  readonly required: ReadonlyMap<number, string>;
  /** The object that a module is made to export as a whole; null where it is none, or not only one. */
  readonly exported: ExportedObject | null;
}

export interface PropertyRead {
  readonly object: number;
  readonly name: string;
}

export interface ExportedObject {
  readonly variable: number;
  readonly site: number;
  /** What its properties are written with, by name; null for those that are written more than once. */
  readonly properties: ReadonlyMap<string, number | null>;
}

export function singleValuesOf(module: ModuleFacts): SingleValues {
  const regExps = new Map<number, number>();
  const objects = new Map<number, number>();
  const reads = new Map<number, PropertyRead>();
  eachConstraint(module, (kind, words, at) => {
    const variable = wordAt(words, at);
    if (kind === constraintKinds.alloc) {
      const site = wordAt(words, at + 1);
      const siteKind = wordAt(module.sites.kind, site);
      if (siteKind === siteKinds.other) regExps.set(variable, site);
      if (siteKind === siteKinds.object) objects.set(variable, site);
    } else if (kind === constraintKinds.load) {
      reads.set(variable, { object: wordAt(words, at + 1), name: module.strings[wordAt(words, at + 2)] ?? '' });
    }
  });
  return {
    regExps,
    copies: singleCopies(module),
    reads,
    required: requiredBy(module),
    exported: exportedBy(module, objects),
  };
}

/** Variables that are given a value once, and what that is copied from. */
function singleCopies(module: ModuleFacts): Map<number, number> {
  const copies = new Map<number, number>();
  const others = new Set<number>(module.functions.params);
  eachConstraint(module, (kind, words, at) => {
    const variable = wordAt(words, at);
    if (kind === constraintKinds.copy && !copies.has(variable)) copies.set(variable, wordAt(words, at + 1));
    else if (kind === constraintKinds.copy || writesFirst.has(kind)) others.add(variable);
  });
  const definitions = definitionsOfTemps(module);
  const { count, flags } = module.bindings;
  return new Map(
    [...copies].filter(([variable]) => {
      if (others.has(variable)) return false;
      // What is no object shows only as a definition.
      if (variable >= count) return definitions.get(variable) === 1;
      return (wordAt(flags, variable) & bindingFlags.constant) !== 0;
    }),
  );
}

function definitionsOfTemps({ accesses: { words } }: ModuleFacts): Map<number, number> {
  const definitions = new Map<number, number>();
  for (let at = 0; at < words.length; at += accessWidth) {
    const isDefinition = words[at] !== modes.use && words[at + 2] === places.temp;
    const variable = wordAt(words, at + 3);
    if (isDefinition) definitions.set(variable, (definitions.get(variable) ?? 0) + 1);
  }
  return definitions;
}

/** Constraints whose first operand gets a value. */
const writesFirst: ReadonlySet<number> = new Set([
  constraintKinds.alloc,
  constraintKinds.load,
  constraintKinds.global,
  constraintKinds.caught,
  constraintKinds.superOf,
  constraintKinds.iterate,
]);

function requiredBy(module: ModuleFacts): Map<number, string> {
  const { calls, strings } = module;
  const required = new Map<number, string>();
  for (let call = 0; call < calls.count; call++) {
    const text = strings[wordAt(calls.text, call)];
    if (text === undefined || isPattern(text)) continue;
    if (wordAt(calls.property, call) < 0 && asksForModule(module, call)) {
      required.set(wordAt(calls.result, call), text);
    }
  }
  return required;
}

/** `module.exports = { … }`, once. */
function exportedBy(module: ModuleFacts, objects: ReadonlyMap<number, number>): ExportedObject | null {
  if (module.format !== 'commonjs') return null;
  const written: number[] = [];
  eachConstraint(module, (kind, words, at) => {
    if (kind !== constraintKinds.store || module.strings[wordAt(words, at + 1)] !== 'exports') return;
    written.push(wordAt(words, at + 2));
  });
  const [variable] = written;
  const site = variable === undefined ? undefined : objects.get(variable);
  if (written.length !== 1 || variable === undefined || site === undefined) return null;
  const properties = new Map<string, number | null>();
  let isPlain = true;
  eachConstraint(module, (kind, words, at) => {
    if (wordAt(words, at) !== variable) return;
    if (kind === constraintKinds.store) {
      const name = module.strings[wordAt(words, at + 1)] ?? '';
      properties.set(name, properties.has(name) ? null : wordAt(words, at + 2));
    } else if (kind === constraintKinds.assign || kind === constraintKinds.accessor) isPlain = false;
  });
  return isPlain ? { variable, site, properties } : null;
}
