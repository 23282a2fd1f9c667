import { replaceMember } from './replace-member';

/** Methods of dates that look at local clocks; those for milliseconds give the same by all clocks. */
const local = /^(?:[gs]et(?!Time$|UTC|Milliseconds$)|to(?:Date|Time|Locale\w*)?String$)/;

/** A text with this at its end, or a date alone, means the same by all clocks. */
const hasZone = /(?:Z|UTC|GMT|[+-]\d\d:?\d\d(?:\s*\(.*\))?)$|^[+-]?\d+(?:-\d\d){0,2}$/i;

const { apply, construct } = Reflect;

/** Notices whether a program asks for local time: what it does then, it does in one time zone. */
export class LocalClock {
  wasAsked = false;

  install(): void {
    for (const name of Object.getOwnPropertyNames(Date.prototype)) {
      const method: unknown = Reflect.get(Date.prototype, name);
      if (local.test(name) && typeof method === 'function') this.#watch(Date.prototype, name, method);
    }
    this.#watch(Date, 'parse', Date.parse, { called: ([text]) => !hasZone.test(String(text)) });
    this.#watch(globalThis, 'Date', Date, { constructed: isMadeOfLocalTime });
    replaceMember(Date.prototype, 'constructor', Date);
    this.#watch(Intl, 'DateTimeFormat', Intl.DateTimeFormat);
  }

  #watch(owner: object, name: string, method: object, { called = always, constructed = always }: Asking = {}): void {
    const watched: object = new Proxy(method as (...args: unknown[]) => unknown, {
      apply: (target, receiver, args) => {
        this.wasAsked ||= called(args);
        return apply(target, receiver, args) as unknown;
      },
      construct: (target, args, newTarget) => {
        this.wasAsked ||= constructed(args);
        return construct(target, args, newTarget === watched ? target : newTarget) as object;
      },
    });
    replaceMember(owner, name, watched);
  }
}

/** Which calls ask for local time. */
interface Asking {
  readonly called?: (args: readonly unknown[]) => boolean;
  readonly constructed?: (args: readonly unknown[]) => boolean;
}

function isMadeOfLocalTime(args: readonly unknown[]): boolean {
  return args.length > 1 || (typeof args[0] === 'string' && !hasZone.test(args[0]));
}

const always = (): boolean => true;
