import childProcess from 'node:child_process';
import cluster from 'node:cluster';
import dgram from 'node:dgram';
import dns from 'node:dns';
import dnsPromises from 'node:dns/promises';
import fs from 'node:fs';
import fsPromises from 'node:fs/promises';
import http2 from 'node:http2';
import inspector from 'node:inspector';
import module from 'node:module';
import net from 'node:net';
import tls from 'node:tls';
import v8 from 'node:v8';
import vm from 'node:vm';
import workerThreads from 'node:worker_threads';
import type { CurrentLog } from './call-log';
import { replaceMember } from './replace-member';

/** Ends the function that calls `process.exit`, as far as an error can. */
export class ExitSignal extends Error {
  constructor() {
    super('the program asked to exit');
    this.name = 'ExitSignal';
  }
}

/**
 * Takes away what reaches out of the process: writing, connecting, spawning, ending it. The permission model of the
 * engine refuses most of this too; here the attempt is also seen, whether or not the program catches the error.
 */
export function installGuards(current: CurrentLog): void {
  const refusal = (what: string): Error => {
    current.log.refuse(what);
    return Object.assign(new Error(`replay refuses ${what}`), { code: 'ERR_ACCESS_DENIED' });
  };
  const refuse = (owner: object, label: string, names: readonly string[]): void => {
    for (const name of names) {
      if (name in owner) replaceMember(owner, name, refusing(`${label}.${name}`, refusal));
    }
  };
  refuse(childProcess, 'child_process', ['exec', 'execFile', 'execFileSync', 'execSync', 'fork', 'spawn', 'spawnSync']);
  refuse(cluster, 'cluster', ['fork', 'setupPrimary', 'setupMaster']);
  refuse(workerThreads, 'worker_threads', ['Worker']);
  refuse(net.Socket.prototype, 'net.Socket', ['connect']);
  // Programs listen at the end of their module, whose functions can be called all the same.
  replaceMember(net.Server.prototype, 'listen', function listen(this: unknown): unknown {
    current.log.refuse('net.Server.listen');
    return this;
  });
  refuse(tls, 'tls', ['connect']);
  refuse(http2, 'http2', ['connect']);
  refuse(dgram, 'dgram', ['createSocket', 'Socket']);
  for (const owner of [dns, dnsPromises]) refuse(owner, 'dns', dnsNames(owner));
  refuse(dns.Resolver.prototype, 'dns.Resolver', dnsNames(dns.Resolver.prototype));
  refuse(dnsPromises.Resolver.prototype, 'dns.Resolver', dnsNames(dnsPromises.Resolver.prototype));
  refuse(globalThis, 'globalThis', ['fetch', 'WebSocket', 'EventSource']);
  for (const owner of [fs, fsPromises]) guardFiles(owner, refuse, refusal);
  refuse(process, 'process', processNames);
  refuse(inspector, 'inspector', ['open', 'Session']);
  refuse(module, 'module', ['register', 'registerHooks']);
  refuse(v8, 'v8', ['setFlagsFromString', 'writeHeapSnapshot', 'setHeapSnapshotNearHeapLimit', 'takeCoverage']);
  guardBinding(refusal);
  guardExit(current);
  guardOutput(current);
  guardContexts();
  module.syncBuiltinESMExports();
}

function refusing(what: string, refusal: (what: string) => Error): () => never {
  // A function that can also be called with `new`, as classes are.
  return function refused(): never {
    throw refusal(what);
  };
}

function dnsNames(owner: object): string[] {
  return [...Object.keys(owner), ...Object.getOwnPropertyNames(owner)].filter((name) =>
    /^(?:lookup|resolve|reverse)/.test(name),
  );
}

const processNames = [
  'abort',
  '_linkedBinding',
  'chdir',
  'dlopen',
  'execve',
  'initgroups',
  'kill',
  '_kill',
  '_debugProcess',
  '_debugEnd',
  '_startProfilerIdleNotifier',
  'setegid',
  'seteuid',
  'setgid',
  'setgroups',
  'setuid',
  'setUncaughtExceptionCaptureCallback',
];

const writing = [
  'appendFile',
  'chmod',
  'chown',
  'copyFile',
  'cp',
  'createWriteStream',
  'fchmod',
  'fchown',
  'fsync',
  'fdatasync',
  'ftruncate',
  'futimes',
  'lchmod',
  'lchown',
  'link',
  'lutimes',
  'mkdir',
  'mkdtemp',
  'rename',
  'rm',
  'rmdir',
  'symlink',
  'truncate',
  'unlink',
  'utimes',
  'write',
  'writeFile',
  'writev',
  'WriteStream',
  'FileWriteStream',
];

type Refuse = (owner: object, label: string, names: readonly string[]) => void;

function guardFiles(owner: object, refuse: Refuse, refusal: (what: string) => Error): void {
  refuse(
    owner,
    'fs',
    writing.flatMap((name) => [name, `${name}Sync`]),
  );
  for (const name of ['open', 'openSync']) {
    const open = Reflect.get(owner, name) as ((...args: unknown[]) => unknown) | undefined;
    if (open === undefined) continue;
    replaceMember(owner, name, (...args: unknown[]) => {
      const flags = args[1];
      const reads =
        flags === undefined ||
        typeof flags === 'function' ||
        flags === 'r' ||
        flags === 'rs' ||
        flags === fs.constants.O_RDONLY;
      if (!reads) throw refusal(`fs.${name} for writing`);
      return Reflect.apply(open, owner, args);
    });
  }
}

/** Old packages ask for these two when they are loaded, and only read them. */
function guardBinding(refusal: (what: string) => Error): void {
  const binding = Reflect.get(process, 'binding') as (name: string) => unknown;
  replaceMember(process, 'binding', (name: string) => {
    if (name !== 'util' && name !== 'constants') throw refusal('process.binding');
    return Reflect.apply(binding, process, [name]);
  });
}

function guardExit(current: CurrentLog): void {
  const exit = (code?: unknown): never => {
    const wanted = Number(code ?? process.exitCode ?? 0);
    current.log.exit(Number.isInteger(wanted) ? wanted : 1);
    throw new ExitSignal();
  };
  replaceMember(process, 'exit', exit);
  replaceMember(process, 'reallyExit', exit);
}

/** Nothing is printed: output is part of what a call does. */
function guardOutput(current: CurrentLog): void {
  for (const name of Object.keys(console)) {
    const method = Reflect.get(console, name) as unknown;
    if (typeof method !== 'function' || name === 'Console' || name === 'context') continue;
    const logging = (...args: unknown[]): void => current.log.add(`console.${name}`, args);
    Object.defineProperty(logging, 'name', { value: name });
    replaceMember(console, name, logging);
  }
  for (const name of ['stdout', 'stderr'] as const) {
    replaceMember(process[name], 'write', (chunk: unknown, ...rest: unknown[]): boolean => {
      current.log.add(`process.${name}.write`, [chunk]);
      const done = rest.find((item) => typeof item === 'function');
      if (typeof done === 'function') queueMicrotask(() => done());
      return true;
    });
  }
}

/** Code with a time limit of its own would survive ours by catching the error of it. */
function guardContexts(): void {
  for (const name of ['SourceTextModule', 'SyntheticModule']) {
    if (name in vm) Reflect.deleteProperty(vm, name);
  }
}
