/** What is read of the runner's objects. */
export interface TapTest {
  readonly hook: object;
  readonly name?: string;
  readonly options?: TapOptions;
  /** Assertions so far, subtests among them. */
  readonly count?: number;
  readonly jobs?: number;
  readonly timedOut?: boolean;
  readonly results?: { readonly ok?: boolean; readonly failures?: readonly unknown[] } | null;
  readonly lists?: { readonly fail?: readonly TapFailure[] };
  /** In 16, where what is torn down is run behind the end of the test. */
  readonly onTeardown?: unknown;
  on(event: string, listener: (subject: unknown) => void): unknown;
  passing(): boolean;
}

interface TapFailure {
  readonly name?: unknown;
  readonly diag?: { readonly expired?: unknown } | null;
}

export interface TapOptions {
  readonly name?: unknown;
  skip?: unknown;
  readonly todo?: unknown;
  readonly silent?: unknown;
  readonly failSkip?: unknown;
}

/** The test that an asynchronous scope is for, if it is one of tap's. */
export function testOf(resource: object): TapTest | null {
  const test: unknown = Reflect.get(resource, 'test');
  return isTapTest(test) && test.hook === resource ? test : null;
}

/** What is handed to users may be a stand-in. */
export function originalOf(subject: unknown): TapTest | null {
  return isTapTest(subject) ? testOf(subject.hook) : null;
}

function isTapTest(value: unknown): value is TapTest {
  if (typeof value !== 'object' || value === null) return false;
  const { hook, passing, on } = value as Partial<TapTest>;
  return typeof hook === 'object' && typeof passing === 'function' && typeof on === 'function';
}

export function isOptions(value: unknown): value is TapOptions {
  return typeof value === 'object' && value !== null;
}

/** Options may be given as reasons. */
export function isTrue(value: unknown): boolean {
  return value !== undefined && value !== null && value !== false && value !== '';
}

/** From 18 on a property tells, before that what is said of the failure. */
export function isTimedOut({ timedOut, lists }: TapTest): boolean {
  const failures = lists?.fail ?? [];
  return timedOut === true || failures.some(({ name, diag }) => name === 'timeout!' && diag?.expired !== undefined);
}
