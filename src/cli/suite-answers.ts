import { assertNever } from '#core/diagnostics';
import { renderJson } from '#report/render-json';
import { renderGcText, renderRecordText } from '#report/render-record-text';
import { renderTestsMarkdown } from '#report/render-tests-markdown';
import { renderTestsText } from '#report/render-tests-text';
import type { TextOptions } from '#report/text-style';
import type { TestsResult } from '#result/tests-result';
import { inFormat, type Answer } from './in-format';
import type { Io } from './io';
import type { PipelinePort, RunOptions } from './pipeline-port';
import type { GcRequest, RecordRequest, TestsRequest } from './request';

/** What the commands about tests have to say. */
export async function answerSuite(
  request: RecordRequest | TestsRequest | GcRequest,
  run: RunOptions,
  io: Io,
  pipeline: PipelinePort,
  layout: TextOptions,
): Promise<Answer> {
  const onOutput = (text: string): void => void io.stderr.write(text);
  switch (request.kind) {
    case 'record': {
      const { command, everything, paths, since } = request;
      const result = await pipeline.record({
        ...run,
        everything,
        paths,
        onOutput,
        ...(command === undefined ? {} : { command }),
        ...(since === undefined ? {} : { base: since }),
      });
      const isPart = result.diagnostics.some(({ severity }) => severity === 'error');
      return inFormat(request.format, result.diagnostics, result.failed.length > 0 || isPart, {
        text: () => renderRecordText(result, layout),
        json: () => renderJson(result),
        markdown: () => renderRecordText(result, { ...layout, colour: false }),
      });
    }
    case 'tests': {
      const { base, audit } = request;
      const result = await pipeline.selectAffectedTests({
        ...run,
        run: request.run,
        onOutput,
        ...(base === undefined ? {} : { base }),
        ...(audit === undefined ? {} : { audit }),
      });
      const isFailure = result.run !== undefined && (result.run.exitCode !== 0 || result.run.missed.length > 0);
      return inFormat(request.format, result.diagnostics, isFailure, {
        text: () => (request.list ? testNames(result) : renderTestsText(result, layout)),
        json: () => renderJson(result),
        markdown: () => renderTestsMarkdown(result, { all: layout.all }),
      });
    }
    case 'gc': {
      const { keep, maxBytes } = request;
      const result = await pipeline.collectGarbage({
        ...run,
        ...(keep === undefined ? {} : { keep }),
        ...(maxBytes === undefined ? {} : { maxBytes }),
      });
      const text = (): string => renderGcText(result);
      const isAbove = maxBytes !== undefined && result.bytesAfter > maxBytes;
      return inFormat(request.format, result.diagnostics, isAbove, {
        text,
        json: () => renderJson(result),
        markdown: text,
      });
    }
    default:
      return assertNever(request);
  }
}

/** One in a line: what is selected, then files with tests that nobody knows yet. */
function testNames({ selected, fresh }: TestsResult): string {
  const lines = [
    ...selected.map(({ id }) => id),
    ...fresh.map(({ file, name }) => (name === null ? file : `${file} > ${name}`)),
  ];
  return lines.map((line) => `${line.replaceAll('\n', ' ')}\n`).join('');
}
