import { inspect } from 'node:util';
import { assertNever, internalError, WingbeatError } from '#core/diagnostics';
import { renderDiagnostics, type Remark } from '#report/render-diagnostics';
import { version } from '../../package.json';
import { answer } from './answer';
import type { Answer } from './in-format';
import { holdInterrupts } from './hold-interrupts';
import type { Io } from './io';
import { parseCommandLine, suggestCommand } from './parse-command-line';
import type { PipelinePort } from './pipeline-port';
import { Progress } from './progress';
import type { Request } from './request';
import { textOptions } from './text-options';
import { checkOutput, writeOutput } from './write-output';

/** The command line: arguments → pipeline → report → exit code. */
export async function run(argv: readonly string[], io: Io, pipeline: PipelinePort): Promise<number> {
  try {
    const parsed = parseCommandLine(argv, { version, columns: io.stdout.columns });
    switch (parsed.kind) {
      case 'print':
        await io.stdout.write(parsed.text);
        return 0;
      case 'refused':
        await say(io, [{ code: 'usage', severity: 'error', message: parsed.message, remedy: parsed.remedy }], false);
        return 2;
      case 'request':
        return await perform(parsed.request, io, pipeline).catch((error: unknown) => {
          throw withCommandHint(error, parsed.request);
        });
      default:
        return assertNever(parsed);
    }
  } catch (error) {
    return await reportFailure(error, argv.includes('--debug'), io);
  }
}

async function perform(request: Request, io: Io, pipeline: PipelinePort): Promise<number> {
  if (request.output !== undefined) checkOutput(io.cwd, request.output);
  const progress = new Progress(io, !request.quiet && !request.debug);
  let found: Answer;
  try {
    found = await answer(request, io, pipeline, progress);
  } finally {
    await progress.clear();
  }
  await deliver(found.text, request, io);
  if (found.diagnostics.length > 0) {
    const shown = found.diagnostics.filter(({ severity }) => !request.quiet || severity === 'error');
    await say(io, shown, request.all);
  }
  if (found.isOurBug === true) return 3;
  return found.isFailure ? 1 : 0;
}

/** When the file cannot be written after all, the result goes to the standard output, so that the work is not lost. */
async function deliver(text: string, { output }: Request, io: Io): Promise<void> {
  if (output === undefined) {
    await io.stdout.write(text);
    return;
  }
  try {
    await holdInterrupts(() => writeOutput(io.cwd, output, text));
  } catch (error) {
    await io.stdout.write(text);
    throw error;
  }
}

/** A misspelt command is taken for a revision. */
function withCommandHint(error: unknown, request: Request): unknown {
  if (!(error instanceof WingbeatError) || error.diagnostic.code !== 'unknown-revision') return error;
  const near = request.kind === 'change' ? suggestCommand(request.base ?? '') : '';
  if (near === '') return error;
  const { diagnostic } = error;
  const remedy = `${diagnostic.remedy ?? ''} Or did you mean the command "wingbeat ${near}"?`.trim();
  return new WingbeatError({ ...diagnostic, remedy }, error.exitCode, { cause: error });
}

async function reportFailure(error: unknown, isDebugging: boolean, io: Io): Promise<number> {
  const failure = error instanceof WingbeatError ? error : new WingbeatError(internalError(wordsOf(error)), 3);
  await say(io, [failure.diagnostic], true);
  if (failure.exitCode !== 3) return failure.exitCode;
  await io.stderr.write(`  wingbeat ${version}, node ${process.version}, ${process.platform} ${process.arch}\n`);
  const stack = error instanceof Error ? (error.stack ?? '') : `thrown: ${inspect(error, { depth: 4 })}`;
  await io.stderr.write(isDebugging ? `${stack}\n` : '  "--debug" adds the stack for the report.\n');
  return failure.exitCode;
}

/** Not all that is thrown is an error. */
function wordsOf(thrown: unknown): string {
  return thrown instanceof Error ? String(thrown) : inspect(thrown, { depth: 1, breakLength: Infinity });
}

async function say(io: Io, remarks: readonly Remark[], all: boolean): Promise<void> {
  await io.stderr.write(renderDiagnostics(remarks, textOptions(io.stderr, io.env, all)));
}
