/** A `Base` that only its own constructor function makes, so that ids of different things cannot be mixed up. */
export type Brand<Base, Name extends string> = Base & { readonly __brand: Name };

/** A node of a control-flow graph; unique within one program. */
export type NodeId = Brand<number, 'NodeId'>;

/** A function of a program; a module body counts as one. */
export type FunctionId = Brand<number, 'FunctionId'>;

/** A source file of a program. */
export type ModuleId = Brand<number, 'ModuleId'>;

/** A declared name, as opposed to its spelling: two variables `x` have two bindings. */
export type BindingId = Brand<number, 'BindingId'>;

export function nodeId(index: number): NodeId {
  return index as NodeId;
}

export function functionId(index: number): FunctionId {
  return index as FunctionId;
}

export function moduleId(index: number): ModuleId {
  return index as ModuleId;
}

export function bindingId(index: number): BindingId {
  return index as BindingId;
}
