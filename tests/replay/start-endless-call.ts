import { writeSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { openTexts } from '#project/text-snapshot';
import { Child } from '#replay/child-process';
import { childProgram } from '#replay/child-program';
import { TargetPreparer } from '#replay/prepare-target';
import { writeInput } from '#replay/write-input';

/** Starts a call that never ends, and prints the process that it runs in. */
const root = fileURLToPath(new URL('../..', import.meta.url));
const files = openTexts(root, { 'src/absent/loop.mjs': 'export function f() { while (true); }' });
const prepared = new TargetPreparer(files).prepare({ path: 'src/absent/loop.mjs', functionName: 'f', state: null });
if (prepared.kind === 'prepared') {
  const child = new Child({ program: childProgram(), root, memoryMb: 64 });
  child.send({ kind: 'code', units: prepared.units });
  child.send({ kind: 'program', program: prepared.program });
  child.send({ kind: 'run', first: 0, inputs: [writeInput({ setup: [], receiver: null, args: [] }, [])] });
  child.onMessage = ({ kind }) => {
    if (kind === 'calling') setTimeout(() => writeSync(1, `${child.pid}\n`), 200);
  };
}
