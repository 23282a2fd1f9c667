import { ambiguousFunction, functionNotFound, WingbeatError } from '#core/diagnostics';
import { notACall } from '#core/explain-diagnostics';
import type { FunctionIr, ModuleIr } from '#ir/cfg';
import { nearNames } from '#project/near-names';
import type { Snapshot } from '#project/snapshot';
import { plainSource } from '#replay/plain-source';
import type { Replayer } from '#replay/replay';
import type { ReplayInput } from '#replay/write-input';
import { namesOf, type MemberCallee, type WrittenCall } from './explain-call';

/** The function that a call means, and the call as the replay takes it. */
export interface CallTarget {
  readonly fn: FunctionIr;
  readonly input: ReplayInput;
}

/** Statements that come before the call, as they were written. */
export interface CallSurroundings {
  readonly files: Snapshot;
  readonly module: ModuleIr;
  readonly setup: readonly string[];
  readonly replayer: Replayer;
}

/** Finds the function by the name that the call uses; a method also by what its receiver turns out to be. */
export async function findCallTarget(call: WrittenCall, around: CallSurroundings): Promise<CallTarget> {
  const { callee } = call;
  const { module } = around;
  const names = namesOf(callee);
  const exact = module.functions.find(({ qualifiedName }) => names.includes(qualifiedName));
  const fn = exact ?? (callee.kind === 'member' ? await methodOf(call, callee, around) : null);
  if (fn === null) {
    const known = module.functions.map(({ qualifiedName }) => qualifiedName).filter((name) => !name.includes('<'));
    const [wanted = call.text] = names;
    throw new WingbeatError(functionNotFound(wanted, module.path, nearNames(wanted, known)));
  }
  return { fn, input: inputOf(call, fn, around) };
}

function inputOf(call: WrittenCall, fn: FunctionIr, { module, setup }: CallSurroundings): ReplayInput {
  const { callee } = call;
  const isTyped = setup.length > 0 || /\.[cm]?tsx?$/.test(module.path);
  const plain = (text: string): string => (isTyped ? plainSource(text, 'expression') : text);
  const className = fn.classIndex === null ? null : (module.classes[fn.classIndex]?.name ?? null);
  const isMember = fn.kind === 'method' || fn.kind === 'getter' || fn.kind === 'setter';
  const takesReceiver = callee.kind === 'member' && !fn.isStatic && fn.kind !== 'constructor' && fn.kind !== 'arrow';
  if (takesReceiver && isMember && callee.receiverName !== null && callee.receiverName === className) {
    throw new WingbeatError(
      notACall(call.text, `${fn.qualifiedName} is called on an instance, as in new ${className}(…).${callee.key}(…)`),
    );
  }
  return {
    setup: isTyped ? setup.map((text) => plainSource(text, 'statement')) : setup,
    receiver: takesReceiver ? plain(callee.receiver.text) : null,
    args: call.args.map(({ text }) => plain(text)),
  };
}

/** Of several methods of one name, the one of the receiver's class; a class that does not have it inherits it. */
async function methodOf(call: WrittenCall, callee: MemberCallee, around: CallSurroundings): Promise<FunctionIr | null> {
  const { module, files, replayer } = around;
  const key = callee.member === 'get' ? `get ${callee.key}` : callee.key;
  const candidates = module.functions.filter(({ qualifiedName }) => qualifiedName.endsWith(`.${key}`));
  const [only, ...others] = candidates;
  if (only === undefined || others.length === 0) return only ?? null;
  const target = { files, path: module.path, functionName: only.qualifiedName };
  const [seen] = await replayer.run(target, [{ ...inputOf(call, only, around), lookBefore: true }]);
  const given = seen?.given;
  const receiver = given?.kind === 'object' && given.contents.kind === 'array' ? given.contents.elements[0] : null;
  const className = receiver?.kind === 'object' ? receiver.constructorName : null;
  const found = candidates.find(({ qualifiedName }) => qualifiedName === `${className ?? ''}.${key}`);
  if (found !== undefined) return found;
  const names = candidates.map(({ qualifiedName }) => qualifiedName);
  throw new WingbeatError(ambiguousFunction(callee.key, module.path, names.slice(0, 8)));
}
