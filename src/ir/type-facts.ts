import type { ModuleIr } from './cfg';
import type { ExpressionFacts } from './expression-facts';
import { constraintKinds as kinds, siteKinds, specialVars } from './facts';
import type { TypeOutline } from './type-outline';

/** What the declared types of a module say, as constraints: they come before those of its code. */
export function typeFacts(w: ExpressionFacts, module: ModuleIr): void {
  const meaning = new Map<number, number>();
  const meaningOf = (binding: number): number => {
    let variable = meaning.get(binding);
    if (variable === undefined) {
      variable = w.fresh();
      meaning.set(binding, variable);
      w.constraint(kinds.typeName, binding, variable);
    }
    return variable;
  };
  for (const { binding, type, params } of module.types) {
    if (type !== null) typeConstraints(w, meaningOf(binding), type);
    params.forEach((param, i) => {
      if (param >= 0) w.constraint(kinds.typeParameter, binding, i, meaningOf(param));
    });
  }
  for (const { index, type } of module.bindings) {
    if (type !== null) typeConstraints(w, index, type);
    if (w.primitives.isDeclared(index)) w.constraint(kinds.primitive, index);
  }
  for (const fn of module.functions) {
    for (const { target, type } of fn.params) if (type !== null) typeConstraints(w, w.paramVar(fn, target), type);
    if (fn.resultType === null || fn.generator) continue;
    const declared = w.fresh();
    typeConstraints(w, declared, fn.resultType);
    w.constraint(kinds.lateType, w.special(fn.index, specialVars.result), declared);
  }
  for (const { constructorFn, typedFields } of module.classes) {
    for (const { property, isStatic, type } of typedFields) {
      const declared = w.fresh();
      typeConstraints(w, declared, type);
      w.constraint(kinds.typedField, constructorFn, w.strings.intern(property), isStatic ? 1 : 0, declared);
    }
  }
}

/** A variable holds what a type describes. */
function typeConstraints(w: ExpressionFacts, to: number, type: TypeOutline): void {
  switch (type.kind) {
    case 'any-of':
      for (const one of type.types) typeConstraints(w, to, one);
      return;
    case 'value':
      w.constraint(kinds.typeOfValue, to, type.binding);
      return;
    case 'name':
      w.constraint(kinds.typed, to, w.strings.intern(type.type.name), type.type.binding ?? -1);
      type.args.forEach((arg, i) => {
        if (arg === null) return;
        const given = w.fresh();
        typeConstraints(w, given, arg);
        const site = w.site(siteKinds.declared);
        w.constraint(kinds.typeArgument, to, w.strings.intern(type.type.name), type.type.binding ?? -1, i, given, site);
      });
      return;
    case 'object': {
      const site = w.site(siteKinds.declared);
      w.constraint(kinds.shape, to, site);
      for (const member of type.members) {
        const value = w.fresh();
        typeConstraints(w, value, member.type);
        w.constraint(kinds.shapePart, site, w.strings.intern(member.property), value);
      }
    }
  }
}
