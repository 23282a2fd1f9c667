import { Session } from 'node:inspector';
import Module from 'node:module';
import { constants, Script } from 'node:vm';
import { replaceMethod } from '../runtime/replace-method';
import { findCode, keepCode, nameFor, type KeptCode, type MadeCode } from './kept-code';

/**
 * CommonJS modules that an earlier process has compiled: the engine takes them over, with the functions that were called
 * then, instead of reading texts that probes have made longer. What runs is the same text as ever.
 */
export class CompiledCode {
  readonly #cache: string;
  readonly #new: { readonly made: MadeCode; readonly script: Script }[] = [];
  #isCounted = false;

  private constructor(cache: string) {
    this.#cache = cache;
    const counted = (): void => void (this.#isCounted = true);
    const post: unknown = Reflect.get(Session.prototype, 'post');
    if (typeof post !== 'function') return;
    replaceMethod(Session.prototype, 'post', function (this: unknown, ...args: unknown[]) {
      if (args[0] === 'Profiler.startPreciseCoverage') counted();
      return Reflect.apply(post, this, args) as unknown;
    });
  }

  /** Null for a process that is debugged, or whose blocks are counted: the engine then compiles otherwise. */
  static in(cache: string): CompiledCode | null {
    const options = [...process.execArgv, process.env['NODE_OPTIONS']].join(' ');
    const isWatched = process.env['NODE_V8_COVERAGE'] !== undefined || options.includes('--inspect');
    return isWatched ? null : new CompiledCode(cache);
  }

  /** The body of a module as a function of what Node hands to it; null to leave it to Node. What is `known` need not be asked. */
  bodyOf(made: KeptCode | string, file: string, isKnown = false): CallableFunction | null {
    if (!isKnown && !this.#mayHave(typeof made === 'string' ? made : made.text)) return null;
    const kept = typeof made === 'string' ? this.#keptAsIs(made, file) : made;
    const script = scriptOf(kept, file);
    if (script === null) return null;
    if (kept.compiled === null || script.cachedDataRejected === true) this.#new.push({ made: kept, script });
    return script.runInThisContext() as CallableFunction;
  }

  #mayHave(text: string): boolean {
    if (this.#isCounted || text.length < shortest || text.startsWith('#!') || !isWrappedByNode()) return false;
    // Node does not look for maps in such scripts, and warns of an `import()`.
    return !process.sourceMapsEnabled && !text.includes('import(') && !/\bimport\s*[(/]/.test(text);
  }

  #keptAsIs(code: string, file: string): KeptCode {
    const key = `as it is\0${file}`;
    const known = findCode(this.#cache, key, code);
    return known ?? { name: nameFor(this.#cache, key, code), key, code, text: code, compiled: null };
  }

  /** At the end: by then it is known which functions are called. */
  keep(): void {
    for (const { made, script } of this.#new.splice(0)) keepCode(this.#cache, made, script.createCachedData());
  }
}

/** Less is compiled sooner than looked for. */
const shortest = 2000;

/** Programs may have Node put something else around modules. */
function isWrappedByNode(): boolean {
  const now = Module as unknown as Wrapping;
  return now.wrap === wrap && now.wrapper === wrapper && wrapper[0] === start && wrapper[1] === `${end};`;
}

interface Wrapping {
  readonly wrap: unknown;
  readonly wrapper: readonly string[];
}

const { wrap, wrapper } = Module as unknown as Wrapping;

const start = '(function (exports, require, module, __filename, __dirname) { ';
const end = '\n})';

/** Null for what is none, as a module that Node finds to be one by its text. */
function scriptOf({ text, compiled }: KeptCode, file: string): Script | null {
  try {
    return new Script(start + text + end, {
      filename: file,
      columnOffset: -start.length,
      importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
      ...(compiled === null ? {} : { cachedData: compiled }),
    });
  } catch {
    return null;
  }
}
