import type { ChangeVerdicts } from '#behaviour/compared-change';
import { isUnaffected } from '#behaviour/compared-function';
import { comparableFunction, functionKey, isTooLarge } from '#behaviour/functions-to-compare';
import type { FunctionChange, FunctionRef } from '#change/change-set';
import type { FunctionIr, ModuleIr } from '#ir/cfg';
import { isTestPath } from '#project/test-path';
import type { Judged, VerdictBuilder } from './build-verdict';
import { withCallableName } from './callable-name';
import { withComputedKey } from './computed-key';
import { notAskedFor, type UnknownVerdict } from './verdict';

/** Why nothing at all was compared. */
export type NotCompared = 'not asked for' | 'no time';

/** What is said of each function that was compared, or why it was not. */
export class Judgements {
  readonly #verdicts: ChangeVerdicts | NotCompared;
  readonly #builder: VerdictBuilder;
  readonly #known = new Map<string, Judged>();

  constructor(verdicts: ChangeVerdicts | NotCompared, builder: VerdictBuilder) {
    this.#verdicts = verdicts;
    this.#builder = builder;
  }

  ofChange(change: FunctionChange): Judged {
    if (change.head === null) return unknown('it is gone');
    if (change.status === 'added') return unknown('it is new');
    return this.of(change.head);
  }

  /** What is said of every function alike, where none was compared. */
  get ofAll(): Judged | null {
    switch (this.#verdicts) {
      case 'not asked for':
        return unknown(notAskedFor);
      case 'no time':
        return unknown('there was no time left to compare it');
      default:
        return null;
    }
  }

  /** Whether it turned out that no call of a function leads to the change, though the graphs alone allow for it. */
  isUnaffected({ module, fn }: FunctionRef): boolean {
    if (typeof this.#verdicts === 'string' || isOfMadeClass(module, fn)) return false;
    const key = functionKey(module.path, asEntry(module, fn, this.#verdicts).index);
    const compared = this.#verdicts.functions.get(key);
    return compared !== undefined && isUnaffected(compared);
  }

  /** Of one that modules hand out, as loading has made it: what is around it may be called for others. */
  ofEntry(ref: FunctionRef, exportedAs: string | null): Judged {
    const { module, fn } = ref;
    if (typeof this.#verdicts === 'string') return this.of(ref);
    if (isOfMadeClass(module, fn)) return this.of(ref).verdict.kind === 'same' ? unknown(ofMadeClass) : this.of(ref);
    const seen = asEntry(module, fn, this.#verdicts);
    if (seen === comparableFunction(module, fn)) return this.of(ref);
    const own = this.#of(module, seen, exportedAs);
    // What is known to differ by what it is seen from is worth more than nothing.
    const around = own.verdict.kind === 'unknown' ? this.of(ref) : own;
    return around.verdict.kind === 'differs' ? around : own;
  }

  of({ module, fn }: FunctionRef): Judged {
    return this.#of(module, comparableFunction(module, fn), null);
  }

  #of(module: ModuleIr, seen: FunctionIr, name: string | null): Judged {
    const verdicts = this.#verdicts;
    if (typeof verdicts === 'string') return this.ofAll ?? unknown(verdicts);
    if (isTestPath(module.path)) return unknown('it is part of a test');
    if (isTooLarge(module)) return unknown('its file is too large to be followed');
    const key = functionKey(module.path, seen.index);
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const judged =
      seen.kind === 'module'
        ? this.#loading(module.path, verdicts)
        : this.#function(key, verdicts, (call) => asWritten(call, { module, fn: seen }, name));
    this.#known.set(key, judged);
    return judged;
  }

  #loading(path: string, { modules }: ChangeVerdicts): Judged {
    const compared = modules.get(path);
    return compared === undefined ? unknown('it was not loaded') : this.#builder.loading(path, compared);
  }

  #function(
    key: string,
    { functions, planned, interrupted }: ChangeVerdicts,
    written: (call: string) => string,
  ): Judged {
    const compared = functions.get(key);
    if (compared !== undefined) return this.#builder.function(compared, written);
    if (!planned.has(key)) return unknown('the base has no such function');
    return unknown(interrupted ? 'it was interrupted' : 'there was no time left to compare it');
  }
}

/** A member of a class that another function makes, with what that is given: the one that is exported may do something else than most. */
function isOfMadeClass(module: ModuleIr, fn: FunctionIr): boolean {
  const around = comparableFunction(module, fn);
  return fn.classIndex !== null && around !== fn && around.kind !== 'module' && around.classIndex === null;
}

const ofMadeClass = 'its class is made by another function when modules are loaded, with what that is given';

function asWritten(call: string, ref: FunctionRef, name: string | null): string {
  return withCallableName(withComputedKey(call, ref), ref, name);
}

/** The function itself where it was compared as one that is there by itself, or what it is seen from. */
function asEntry(module: ModuleIr, fn: FunctionIr, { planned }: ChangeVerdicts): FunctionIr {
  return planned.has(functionKey(module.path, fn.index)) ? fn : comparableFunction(module, fn);
}

function unknown(reason: string): Judged {
  const verdict: UnknownVerdict = { kind: 'unknown', reason };
  return { verdict, behaviours: [] };
}
