import type { ClassElement, Decorator } from 'oxc-parser';
import type { ClassMember, DecoratedMember } from '../cfg';
import type { Expr, Key } from '../expression';
import { emitCall } from './calls';
import type { FunctionScope } from './lowerer';
import { settled } from './operands';

export interface MemberDecorator {
  readonly decorator: Expr;
  readonly origin: Decorator | ClassElement;
  readonly isStatic: boolean;
  /** Null for one of a parameter, which replaces nothing. */
  readonly member: DecoratedMember | null;
}

interface Members {
  readonly constructorFn: number;
  /** Of all elements of the class. */
  readonly keys: readonly Key[];
  readonly members: readonly ClassMember[];
}

export function decoratorValues(f: FunctionScope, decorators: readonly Decorator[]): Expr[] {
  return decorators.map((decorator) => decoratorValue(f, decorator));
}

function decoratorValue(f: FunctionScope, decorator: Decorator): Expr {
  return settled(f, f.lower.expr(f, decorator.expression), decorator);
}

/** Decorators of members and of their parameters: of each member, the last is applied first. */
export function memberDecorators(
  f: FunctionScope,
  elements: readonly ClassElement[],
  members: Members,
): MemberDecorator[] {
  return elements.flatMap((element, at) => {
    const own = 'decorators' in element ? element.decorators : [];
    const ofParams = (element.type === 'MethodDefinition' ? element.value.params : []).flatMap((param) =>
      'decorators' in param ? (param.decorators ?? []) : [],
    );
    const all = [...own, ...ofParams];
    if (all.length === 0) return [];
    const member = decoratedMember(element, at, members);
    const isStatic = 'static' in element && element.static;
    return all
      .map((decorator, i): MemberDecorator => ({
        decorator: decoratorValue(f, decorator),
        // Parameters are part of their own function.
        origin: i < own.length ? decorator : element,
        isStatic,
        member: i < own.length ? member : null,
      }))
      .toReversed();
  });
}

/** Older decorators are given what has the member; what the others are given is known by the member. */
export function applyToMember(
  f: FunctionScope,
  { decorator, origin, isStatic, member }: MemberDecorator,
  created: Expr,
) {
  const holder: Expr = { kind: 'member', object: created, key: { kind: 'name', name: 'prototype' } };
  const args = [{ value: isStatic ? created : holder, spread: false }];
  emitCall(f, 'decorator', { kind: 'value', value: decorator }, args, null, origin, member ?? undefined);
}

function decoratedMember(
  element: ClassElement,
  at: number,
  { constructorFn, keys, members }: Members,
): DecoratedMember | null {
  const key = keys[at];
  if (key === undefined || !('static' in element)) return null;
  const own = members.find((member) => member.key === at);
  const kind = own?.kind ?? (element.type === 'AccessorProperty' ? 'accessor' : 'field');
  const isPartner = (member: ClassMember): boolean =>
    kind !== 'method' &&
    member.kind !== 'method' &&
    member.isStatic === element.static &&
    isSameName(keys[member.key], key);
  const functions = members.flatMap((member) =>
    member === own || isPartner(member) ? [[member.kind, member.fn] as const] : [],
  );
  return { kind, constructorFn, key, isStatic: element.static, functions };
}

/** A getter and the setter of the same name are one accessor. */
function isSameName(a: Key | undefined, b: Key): boolean {
  return a !== undefined && a.kind !== 'computed' && b.kind === a.kind && a.name === b.name;
}
