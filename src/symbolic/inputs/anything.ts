import { anyDouble } from '#smt/term';
import type { InputMember, InputType } from '../input-type';

const primitives: readonly InputMember[] = [
  { kind: 'boolean' },
  { kind: 'number', domain: anyDouble },
  { kind: 'string' },
  { kind: 'bigint' },
  { kind: 'symbol' },
];

const objects: readonly InputMember[] = [
  { kind: 'object', name: 'object', properties: new Map(), index: () => anything, class: null },
  { kind: 'array', element: () => anything, readonly: false },
  { kind: 'function', result: () => anything, properties: new Map() },
];

/** What a value can be that nothing is known of: inputs are plain data and functions. */
export const anything: InputType = { members: [{ kind: 'undefined' }, { kind: 'null' }, ...primitives, ...objects] };

/** `{}` */
export const anythingButNullish: InputType = { members: [...primitives, ...objects] };

/** `object` */
export const anyObject: InputType = { members: objects };
