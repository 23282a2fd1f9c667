import type { WriteStream } from 'node:tty';
import { cannotWrite, WingbeatError } from '#core/diagnostics';
import type { Io, Output } from './io';
import { systemErrorReason } from './system-error-reason';
import { textParts } from './text-parts';

/** The world of this process. */
export function processIo(): Io {
  return {
    cwd: process.cwd(),
    env: process.env,
    stdout: outputOf(process.stdout, 'the standard output'),
    stderr: outputOf(process.stderr, 'the standard error'),
    now: () => performance.now(),
    begun: 0,
  };
}

const columnsOfAFile = 100;

/** A result of many megabytes is written several times as fast in parts. */
const partLength = 2 ** 20;

function outputOf(stream: WriteStream, name: string): Output {
  let isOpen = true;
  // The error also reaches the callback of the write that met it; without a listener it would end the process.
  stream.on('error', () => {
    isOpen = false;
  });
  const write = (text: string): Promise<void> => {
    if (!isOpen) return Promise.resolve();
    return new Promise((resolve, reject) => {
      const parts = textParts(text, partLength);
      parts.forEach((part, i) => {
        stream.write(part, (error) => {
          const isWritten = error === null || error === undefined;
          if (!isWritten && !isReaderGone(error))
            reject(new WingbeatError(cannotWrite(name, systemErrorReason(error))));
          else if (i === parts.length - 1) resolve();
        });
      });
    });
  };
  const isTerminal = stream.isTTY === true;
  // A terminal that does not tell its width says 0.
  return { isTerminal, columns: (isTerminal && stream.columns) || columnsOfAFile, write };
}

/** As in `wingbeat | head`. */
function isReaderGone(error: Error): boolean {
  return 'code' in error && (error.code === 'EPIPE' || error.code === 'ERR_STREAM_DESTROYED');
}
