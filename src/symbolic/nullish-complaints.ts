import type { Node } from 'oxc-parser';
import type { Term } from '#smt/term';
import { makeError } from './errors';
import type { Machine } from './machine';
import { patternOf, patternSource, patternSourceText } from './pattern-source';
import { parentOf, siteNode } from './site-source';

export type Nullish = 'undefined' | 'null';

/** The engine's complaint about reading a property; the key is null where it does not show one. */
export function throwNullishRead(machine: Machine, of: Nullish, key: Term | null): never {
  const { terms } = machine;
  const origin = siteNode(machine)?.origin;
  const taken = key !== null && origin?.type === 'Property' ? takenApart(machine, origin, of) : null;
  if (key !== null && taken !== null) return complain(machine, ["Cannot destructure property '", key, `' ${taken}`]);
  if (key === null) return complain(machine, [`Cannot read properties of ${of}`]);
  if (key === terms.constant('Symbol(Symbol.iterator)')) {
    return complain(machine, [`${bareText(of)} is not iterable (cannot read property Symbol(Symbol.iterator))`]);
  }
  return complain(machine, [`Cannot read properties of ${of} (reading '`, key, "')"]);
}

export function throwNullishWrite(machine: Machine, of: Nullish, key: Term | null): never {
  if (key === null) return complain(machine, [`Cannot set properties of ${of}`]);
  return complain(machine, [`Cannot set properties of ${of} (setting '`, key, "')"]);
}

/** The complaint about a pattern without a first property to read. */
export function throwNotDestructurable(machine: Machine, of: Nullish): never {
  const origin = siteNode(machine)?.origin;
  const pattern = origin === undefined ? null : patternOf(origin);
  if (pattern?.type !== 'ObjectPattern') return complain(machine, [`Cannot read properties of ${of}`]);
  const source = patternSource(machine, pattern);
  if (source.kind !== 'nested') {
    return complain(machine, [`Cannot destructure '${patternSourceText(source) ?? bareText(of)}' as it is ${of}.`]);
  }
  const property = parentOf(machine, pattern);
  const isRest = pattern.properties[0]?.type === 'RestElement';
  const taken = property?.type === 'Property' && !isRest ? takenApart(machine, property, of) : null;
  if (taken === null || property?.type !== 'Property') return complain(machine, [`Cannot read properties of ${of}`]);
  return complain(machine, [`Cannot destructure property '${nameOf(property.key)}' ${taken}`]);
}

/** `of '…' as it is undefined.`: for a property of a pattern whose source the engine finds; null for others. */
export function takenApart(machine: Machine, property: Node, of: Nullish): string | null {
  if (property.type !== 'Property' || !isFound(property.value)) return null;
  const pattern = parentOf(machine, property);
  const source = pattern?.type === 'ObjectPattern' ? patternSource(machine, pattern) : null;
  if (source === null || source.kind === 'nested') return null;
  return `of '${patternSourceText(source) ?? bareText(of)}' as it is ${of}.`;
}

/** How the engine shows the value where it has no source text. */
function bareText(of: Nullish): string {
  return of === 'null' ? 'object null' : of;
}

/** The engine finds an element by where it begins; that of a default value or a member is somewhere else. */
function isFound(element: Node): boolean {
  return element.type === 'Identifier' || element.type === 'ObjectPattern' || element.type === 'ArrayPattern';
}

function nameOf(key: Node): string {
  if (key.type === 'Identifier') return key.name;
  return key.type === 'Literal' ? String(key.value) : '';
}

function complain(machine: Machine, parts: readonly (string | Term)[]): never {
  const { terms } = machine;
  const texts = parts.map((part) => (typeof part === 'string' ? terms.constant(part) : part));
  return machine.throwValue(makeError(machine, 'TypeError', terms.apply('str.concat', texts)));
}
