import type { InputType } from './input-type';

/** A function that is not followed; it has the same name in both versions. */
export type UninterpretedFunction = { readonly name: string; readonly result: InputType };
