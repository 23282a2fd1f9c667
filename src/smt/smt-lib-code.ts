import { invariant } from '#core/diagnostics';
import type { Domain } from './term';

/** A term in the language of a solver: one or more SMT-LIB expressions that stand for its value. */
export type Code = BooleanCode | StringCode | BigintCode | NumberCode;

export type NumberCode = RealCode | BitsCode | FloatCode;

export interface BooleanCode {
  readonly form: 'bool';
  readonly text: string;
}

/** A sequence of characters with the numbers of the UTF-16 units. */
export interface StringCode {
  readonly form: 'str';
  readonly text: string;
}

export interface BigintCode {
  readonly form: 'big';
  readonly text: string;
}

/**
 * A double as a mathematical number. Infinities are ±2^1024, beyond all finite doubles, so that the order is right;
 * NaN and −0 are said apart. The value means nothing while `nan` holds, and is 0 while `negativeZero` holds.
 */
export interface RealCode {
  readonly form: 'real';
  /** Whether `value` is of sort Int instead of Real. */
  readonly integer: boolean;
  readonly value: string;
  readonly nan: string;
  readonly negativeZero: string;
  /** What is known of the value from the term alone. */
  readonly range: Domain;
  readonly constant: number | null;
}

/** An integer of at most 53 bits, in two's complement of 64. */
export interface BitsCode {
  readonly form: 'bits';
  readonly text: string;
  readonly range: Domain;
  readonly constant: number | null;
}

/** A double of the floating-point theory. */
export interface FloatCode {
  readonly form: 'float';
  readonly text: string;
  readonly range: Domain;
  readonly constant: number | null;
}

type CodeOf<Form extends Code['form']> = Extract<Code, { readonly form: Form }>;

/** The code of an argument whose form its sort and the theory fix. */
export function formed<Form extends Code['form']>(form: Form, code: Code | undefined): CodeOf<Form> {
  invariant(code?.form === form, 'a code has the form of its sort and theory');
  return code as CodeOf<Form>;
}

export function boolean(text: string): BooleanCode {
  return { form: 'bool', text };
}

export function string(text: string): StringCode {
  return { form: 'str', text };
}

export function bigint(text: string): BigintCode {
  return { form: 'big', text };
}

/** Integers up to this size are doubles, and so are their sums until they exceed it. */
export const safeInteger = 2 ** 53;

/** Whether every value of a range is an integer of at most 53 bits, and neither NaN nor −0. */
export function isSafeInteger({ integer, min, max, nan, negativeZero }: Domain): boolean {
  return integer && !nan && !negativeZero && min >= -safeInteger && max <= safeInteger;
}
