import { assertNever } from '#core/diagnostics';
import { renderDot } from '#report/render-dot';
import { renderExplainMarkdown } from '#report/render-explain-markdown';
import { renderExplainText } from '#report/render-explain-text';
import { renderJson } from '#report/render-json';
import { renderImpactMarkdown, renderMarkdown } from '#report/render-markdown';
import { renderMermaid } from '#report/render-mermaid';
import { renderPathsMarkdown } from '#report/render-paths-markdown';
import { renderPathsText } from '#report/render-paths-text';
import { renderTechniquesText } from '#report/render-techniques-text';
import { renderSelectMarkdown, renderSelectText } from '#report/render-select';
import { renderSvg } from '#report/render-svg';
import { renderImpactText, renderText } from '#report/render-text';
import type { TextOptions } from '#report/text-style';
import type { ExplainResult } from '#result/explain-result';
import type { GraphView } from '#result/graph-view';
import type { ImpactResult } from '#result/impact-result';
import type { PathsResult } from '#result/paths-result';
import type { Result } from '#result/result';
import type { SelectResult } from '#result/select-result';
import type { TechniquesResult } from '#result/techniques-result';
import { hasFinding } from './fail-on';
import { inFormat, type Answer } from './in-format';
import type { Io } from './io';
import type { BehaviourRunOptions, PipelinePort, RunOptions } from './pipeline-port';
import type { Progress } from './progress';
import type {
  BehaviourRequest,
  ChangeRequest,
  CompareRequest,
  ExplainRequest,
  GraphFormat,
  GraphRequest,
  ImpactRequest,
  PathsRequest,
  Request,
} from './request';
import { readCalls } from './read-calls';
import { answerSuite } from './suite-answers';
import { textOptions } from './text-options';
import { untilInterrupted, type Interrupts } from './until-interrupted';

/** Asks the pipeline and puts the result into words. */
export async function answer(request: Request, io: Io, pipeline: PipelinePort, progress: Progress): Promise<Answer> {
  const run = runOptions(request, io, progress);
  const layout = textLayout(request, io);
  switch (request.kind) {
    case 'change': {
      const ask = async (interrupts: Interrupts): Promise<Result> =>
        pipeline.analyzeChange({ ...run, ...changeOptions(request), ...behaviourOptions(request, interrupts) });
      return reportChange(await untilInterrupted(ask), request, layout);
    }
    case 'compare': {
      const ask = async (interrupts: Interrupts): Promise<Result> =>
        pipeline.compare({ ...run, ...compareOptions(request), ...behaviourOptions(request, interrupts) });
      return reportChange(await untilInterrupted(ask), request, layout);
    }
    case 'impact': {
      const { target, direction, techniques } = request;
      if (techniques) return reportTechniques(await pipeline.compareTechniques({ ...run, target }), request, layout);
      return reportImpact(await pipeline.analyzeImpact({ ...run, target, direction }), request, layout);
    }
    case 'record':
    case 'tests':
    case 'gc':
      return answerSuite(request, run, io, pipeline, layout);
    case 'explain':
      return reportExplanation(await pipeline.explain({ ...run, ...explainOptions(request) }), request, layout);
    case 'paths': {
      if (request.inputs !== undefined) {
        const inputs = readCalls(io.cwd, request.inputs);
        const selected = await pipeline.selectInputs({ ...run, ...pathsOptions(request), inputs });
        return reportSelected(selected, request, layout);
      }
      const ask = async ({ signal, hold }: Interrupts): Promise<PathsResult> => {
        hold();
        return pipeline.explorePaths({ ...run, ...pathsOptions(request), signal });
      };
      return reportPaths(await untilInterrupted(ask), request, layout);
    }
    case 'graph': {
      const view = await pipeline.buildGraph({ ...run, ...graphOptions(request) });
      return { text: await graphText(view, request.format), diagnostics: [], isFailure: false };
    }
    default:
      return assertNever(request);
  }
}

function runOptions(request: Request, io: Io, progress: Progress): RunOptions {
  return {
    cwd: io.cwd,
    clock: { begun: io.begun, now: io.now },
    cache: request.cache,
    onProgress: (stage, done, total) => progress.update(stage, done, total),
    ...(request.budgetMs === undefined ? {} : { budgetMs: request.budgetMs }),
    ...(request.debug ? { debug: (stage, text) => void io.stderr.write(`── ${stage} ──\n${text.trimEnd()}\n`) } : {}),
  };
}

function changeOptions({ base, head, staged }: ChangeRequest) {
  return { staged, ...(base === undefined ? {} : { base }), ...(head === undefined ? {} : { head }) };
}

function compareOptions(request: CompareRequest) {
  return {
    old: request.old,
    new: request.new,
    ...(request.function === undefined ? {} : { function: request.function }),
  };
}

function behaviourOptions(request: BehaviourRequest, { signal, hold }: Interrupts): BehaviourRunOptions {
  const { behaviour, strict } = request;
  return { behaviour, strict, ...searchOptions(request), signal, onInterruptible: hold };
}

/** How far a search goes, as far as it was said. */
function searchOptions({ loops, depth, maxPaths, solver }: Omit<BehaviourRequest, 'behaviour' | 'strict'>) {
  return {
    ...(loops === undefined ? {} : { loops }),
    ...(depth === undefined ? {} : { depth }),
    ...(maxPaths === undefined ? {} : { maxPaths }),
    ...(solver === undefined ? {} : { solver }),
  };
}

function pathsOptions(request: PathsRequest) {
  const { target, replay, tree, all, against, goal, pruning } = request;
  return {
    target,
    replay,
    tree,
    all,
    ...searchOptions(request),
    ...(against === undefined ? {} : { against }),
    ...(goal === undefined ? {} : { goal }),
    ...(pruning === undefined ? {} : { pruning }),
  };
}

function explainOptions({ target, base, against, solver, all }: ExplainRequest) {
  return {
    target,
    all,
    ...(base === undefined ? {} : { base }),
    ...(against === undefined ? {} : { against }),
    ...(solver === undefined ? {} : { solver }),
  };
}

function graphOptions({ target, graph, against, depth, loops, all, allEdges, postDominators }: GraphRequest) {
  return {
    target,
    kind: graph,
    all,
    allEdges,
    postDominators,
    ...(against === undefined ? {} : { against }),
    ...(depth === undefined ? {} : { depth }),
    ...(loops === undefined ? {} : { loops }),
  };
}

function textLayout(request: Request, io: Io): TextOptions {
  const layout = textOptions(io.stdout, io.env, request.all);
  return request.output === undefined ? layout : { ...layout, colour: false, width: widthInFiles };
}

const widthInFiles = 100;

function reportChange(result: Result, request: ChangeRequest | CompareRequest, layout: TextOptions): Answer {
  return inFormat(request.format, result.diagnostics, hasFinding(result, request.failOn), {
    text: () => renderText(result, layout),
    json: () => renderJson(result),
    markdown: () => renderMarkdown(result, { all: layout.all }),
  });
}

function reportImpact(result: ImpactResult, request: ImpactRequest, layout: TextOptions): Answer {
  return inFormat(request.format, result.diagnostics, false, {
    text: () => renderImpactText(result, layout),
    json: () => renderJson(result),
    markdown: () => renderImpactMarkdown(result, { all: layout.all }),
  });
}

function reportTechniques(result: TechniquesResult, request: ImpactRequest, layout: TextOptions): Answer {
  const text = (): string => renderTechniquesText(result, layout);
  return inFormat(request.format, result.diagnostics, false, {
    text,
    json: () => renderJson(result),
    markdown: () => `\`\`\`text\n${renderTechniquesText(result, { ...layout, colour: false })}\`\`\`\n`,
  });
}

function reportExplanation(result: ExplainResult, request: ExplainRequest, layout: TextOptions): Answer {
  return inFormat(request.format, result.diagnostics, false, {
    text: () => renderExplainText(result, layout),
    json: () => renderJson(result),
    markdown: () => renderExplainMarkdown(result, { all: layout.all }),
  });
}

function reportPaths(result: PathsResult, request: PathsRequest, layout: TextOptions): Answer {
  const isOurBug = result.diagnostics.some(({ code }) => code === 'replay-mismatch');
  const written = inFormat(request.format, result.diagnostics, false, {
    text: () => renderPathsText(result, layout),
    json: () => renderJson(result),
    markdown: () => renderPathsMarkdown(result, { all: layout.all }),
  });
  return { ...written, isOurBug };
}

function reportSelected(result: SelectResult, request: PathsRequest, layout: TextOptions): Answer {
  return inFormat(request.format, result.diagnostics, false, {
    text: () => renderSelectText(result, layout),
    json: () => renderJson(result),
    markdown: () => renderSelectMarkdown(result),
  });
}

async function graphText(view: GraphView, format: GraphFormat): Promise<string> {
  switch (format) {
    case 'dot':
      return renderDot(view);
    case 'mermaid':
      return renderMermaid(view);
    case 'svg':
      return await renderSvg(view);
    case 'json':
      return renderJson(view);
    default:
      return assertNever(format);
  }
}
