import vm from 'node:vm';
import { replaceMethod } from './replace-method';

/** A text with probes was asked for, by a call of this function. */
export type TellText = (functions: readonly number[], by: CallableFunction) => void;

/**
 * Tells when somebody asks for the text of a function with probes: which functions of its module the text consists of. Whatever makes a
 * string of a function comes by `toString` of the realm that the function is of, so that is watched in the realm of the process, and in
 * those that are made later before anything runs in them.
 */
export function watchTexts(told: TellText): void {
  watchRealm(Function.prototype, told);
  // Whatever names mean in a context, and whoever has changed what it holds.
  let prototypeOf: vm.Script | undefined;
  watchContexts((context) => {
    prototypeOf ??= new vm.Script('(function () {}).__proto__');
    const prototype: unknown = prototypeOf.runInContext(context);
    if (typeof prototype === 'function') watchRealm(prototype, told);
  });
}

/**
 * Numbers of functions in a module as probes have them: that of the function itself, and of those that are written in it. None for a class with
 * nothing in it that runs, whoever wrote it; null for all else that has no probes.
 */
export function functionsInText(text: string): readonly number[] | null {
  const found = text.includes('$wb')
    ? new Set(Array.from(text.matchAll(/\$wb\d*[A-Z]\d*\((\d+)/g), ([, number]) => Number(number)))
    : null;
  if (found !== null && found.size > 0) return [...found];
  return text.startsWith('class') ? [] : null;
}

function watchRealm(prototype: object, told: TellText): void {
  const original: unknown = Reflect.get(prototype, 'toString');
  if (typeof original !== 'function') return;
  // A method: as those of the language it has no prototype, and makes nothing.
  const { toString: watched } = {
    toString(this: unknown): unknown {
      const text: unknown = Reflect.apply(original, this === watched ? original : this, []);
      if (typeof text === 'string') {
        const functions = functionsInText(text);
        if (functions !== null) told(functions, watched);
      }
      return text;
    },
  };
  Object.setPrototypeOf(watched, prototype);
  replaceMethod(prototype, 'toString', watched);
}

type Make = (object: unknown, options?: object) => object;

function watchContexts(visit: (context: object) => void): void {
  const { createContext } = vm;
  const make: Make = (...args) => {
    const [object] = args;
    const isKnown = typeof object === 'object' && object !== null && vm.isContext(object);
    const context: object = Reflect.apply(createContext, vm, args);
    if (!isKnown) visit(context);
    return context;
  };
  replaceMethod(vm, 'createContext', function (this: unknown, ...args: Parameters<Make>) {
    return make(...args);
  });
  makeBeforeRunning(vm, 1, make);
  makeBeforeRunning(vm.Script.prototype, 0, make);
}

/** `runInNewContext` makes a context unless it is given one: it is given one that was made as it would make it. */
function makeBeforeRunning(owner: object, place: number, make: Make): void {
  const run: unknown = Reflect.get(owner, 'runInNewContext');
  if (typeof run !== 'function') return;
  replaceMethod(owner, 'runInNewContext', function (this: unknown, ...args: unknown[]) {
    const given = [...args];
    try {
      given[place] = make(args[place], contextOptions(args[place + 1]));
    } catch {
      // What is refused is refused there, too.
      return Reflect.apply(run, this, args) as unknown;
    }
    return Reflect.apply(run, this, given) as unknown;
  });
}

/** What `runInNewContext` hands on of its options. */
function contextOptions(options: unknown): object {
  if (typeof options !== 'object' || options === null) return {};
  const { contextName, contextOrigin, contextCodeGeneration, microtaskMode } = options as Record<string, unknown>;
  const named = { name: contextName, origin: contextOrigin, codeGeneration: contextCodeGeneration, microtaskMode };
  return Object.fromEntries(Object.entries(named).filter(([, value]) => value !== undefined));
}
