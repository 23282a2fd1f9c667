import { fireInTurn, realDelay, realTurn, type VirtualTime } from './virtual-time';

export type Settled =
  | { readonly kind: 'fulfilled'; readonly value: unknown }
  | { readonly kind: 'rejected'; readonly reason: unknown }
  | { readonly kind: 'never' };

const promiseThen = Promise.prototype.then;

/** Waits for a promise, moving virtual time whenever nothing else is left to do. */
export async function settle(promise: object, time: VirtualTime, idleResources: number): Promise<Settled> {
  return (await settleAll([promise], time, idleResources)).get(promise) ?? { kind: 'never' };
}

/** What has become of promises once all have settled, or nothing is left to do; those that never settle are left out. */
export async function settleAll(
  promises: readonly object[],
  time: VirtualTime,
  idleResources: number,
): Promise<ReadonlyMap<object, Exclude<Settled, { kind: 'never' }>>> {
  const settled = new Map<object, Exclude<Settled, { kind: 'never' }>>();
  for (const promise of promises) {
    const onValue = (value: unknown): void => void settled.set(promise, { kind: 'fulfilled', value });
    const onReason = (reason: unknown): void => void settled.set(promise, { kind: 'rejected', reason });
    Reflect.apply(promiseThen, promise, [onValue, onReason]);
  }
  const count = new Set(promises).size;
  for (let idleTurns = 0; idleTurns < mostIdleTurns;) {
    await realTurn();
    if (settled.size === count) return settled;
    if (await fireInTurn(time)) idleTurns = 0;
    else if (activeResources() > idleResources) await realDelay(1);
    else {
      idleTurns++;
      await realDelay(idleTurns);
    }
  }
  return settled;
}

/** Some work of the engine is not counted as a resource, so that idleness must last: about 35 ms. */
const mostIdleTurns = 8;

/** Runs what is still waiting after a call; true when nothing is left. */
export async function drain(time: VirtualTime, idleResources: number): Promise<boolean> {
  await realTurn();
  for (let fired = 0; fired < mostTimers; fired++) {
    if (!(await fireInTurn(time))) break;
    await realTurn();
  }
  return activeResources() <= idleResources;
}

const mostTimers = 200;

/** Requests and handles that keep the process at work, our own channel included. */
export function activeResources(): number {
  let count = 0;
  for (const name of process.getActiveResourcesInfo()) if (name !== 'Immediate' && name !== 'Timeout') count++;
  return count;
}
