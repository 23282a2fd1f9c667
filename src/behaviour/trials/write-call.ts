import type { LaterCall, LaterCallee } from '#replay/later-call';
import { calleeText, callSequenceText } from '#symbolic/call-sequence-text';
import type { WrittenCall } from '../call-runs';
import { argumentText, namedFunctions } from './argument';
import { selfName, type Step } from './steps';
import type { TrialCall } from './trial-call';

/** A call on trial as source, and as what the engine needs to make it. */
export function writeCall(
  name: string,
  className: string,
  { self, around: { before, after }, args, later, steps, atOnce }: TrialCall,
): WrittenCall {
  const texts = args.map(argumentText);
  const made = self === null ? null : argumentText({ kind: 'instance', className, args: self });
  const shared = [...before, ...after, ...steps].flatMap((step) => step.args).concat(args);
  const functions = [...namedFunctions(shared)].map(([each, text]) => `const ${each} = ${text};`);
  const isNamed = made !== null && before.length > 0;
  const own = isNamed ? [`const ${selfName} = ${made};`] : [];
  const setup = [...functions, ...own, ...before.map(asStatement)];
  const receiver = isNamed ? selfName : made;
  const further: LaterCall[] = [
    ...(later === null ? [] : [{ ...resultOfFirst, args: later.map(argumentText) }]),
    ...steps.map((step) => laterStep(resultOfFirst, step)),
    ...after.map((step) => laterStep(self === null ? variableOf(step) : receiverOfFirst, step)),
  ];
  const call = callSequenceText(
    name,
    { receiver, args: texts },
    further.map((each) => ({ callee: each, args: each.args, previous: 'returned' })),
  );
  // What has changed shows in an object that it has worked on before: what counts is what comes of the call.
  const ignoresReceiver = before.some(({ runsChange }) => runsChange);
  const input = {
    setup,
    receiver,
    args: texts,
    later: further,
    ...(ignoresReceiver ? { ignoresReceiver } : {}),
    ...(atOnce && { atOnce }),
  };
  return { call: [...setup, call].join(' '), input };
}

function laterStep(root: LaterCallee, { name, how, args }: Step): LaterCall {
  const keys = root.from.kind === 'variable' ? [] : [name];
  return { ...root, keys, how, args: args.map(argumentText) };
}

function variableOf({ name }: Step): LaterCallee {
  return { from: { kind: 'variable', name }, keys: [], how: 'call' };
}

function asStatement({ root, name, how, args }: Step): string {
  const texts = args.map(argumentText);
  return `${root === null ? `${name}(${texts.join(', ')})` : calleeText(root, { ...receiverOfFirst, keys: [name], how }, texts)};`;
}

const resultOfFirst: LaterCallee = { from: { kind: 'result', call: 0 }, keys: [], how: 'call' };
const receiverOfFirst: LaterCallee = { from: { kind: 'receiver' }, keys: [], how: 'call' };
