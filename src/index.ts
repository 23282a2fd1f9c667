/** The library: the same answers as the command line, as data, and the reports that it prints. */
export {
  analyzeChange,
  analyzeImpact,
  buildGraph,
  collectGarbage,
  compare,
  compareTechniques,
  explain,
  explorePaths,
  record,
  selectAffectedTests,
  selectInputs,
} from './pipeline';
export type {
  BehaviourOptions,
  ChangeOptions,
  CompareOptions,
  ExplainOptions,
  GcOptions,
  GraphOptions,
  ImpactOptions,
  JobOptions,
  PathsOptions,
  RecordOptions,
  SelectOptions,
  TestsOptions,
} from './options';

export { WingbeatError } from '#core/diagnostics';
export type { Diagnostic, DiagnosticCode } from '#core/diagnostics';
export type { Span } from '#core/span';
export type { FileRole } from '#ir/file-role';

export type { int, int32, intRange, nat, range, uint32, uint8 } from './number-types';

export type { BugFound } from '#result/bug-found';
export type {
  CauseResult,
  ChangedEffect,
  DecisionResult,
  ExplainedCallResult,
  ExplainedTest,
  ExplainResult,
  NearestResult,
  SuspectResult,
} from '#result/explain-result';
export type { EditHunk, EditResult } from '#result/edit-result';
export type { AffectedNode, AffectedRule, ChangedNode, FunctionResult, NodeResult } from '#result/function-result';
export type {
  GraphCluster,
  GraphEdge,
  GraphEdgeKind,
  GraphKind,
  GraphNode,
  GraphView,
  NodeMark,
  NodeShape,
} from '#result/graph-view';
export type {
  ImpactedFunction,
  ImpactedStatement,
  ImpactResult,
  ImpactTarget,
  Step,
  StepKind,
} from '#result/impact-result';
export type { LineSpan, NodeRef, SpanResult } from '#result/location';
export type {
  AffectedPaths,
  FunctionPath,
  PathAssumption,
  PathBounds,
  PathCondition,
  PathEffect,
  PathGoal,
  PathOutcome,
  PathsResult,
  ReplayDifference,
  ReplayResult,
} from '#result/paths-result';
export type { PartialResult } from '#result/partial-result';
export type { GcResult, RecordingName, RecordResult } from '#result/record-result';
export type { Agreement, ReachedByTests, RecordedTests, UntestedBehaviour } from '#result/recorded-tests';
export type { EntryPointResult, FileResult, Impact, Result, UnresolvedCalls } from '#result/result';
export type { Revision } from '#result/revision';
export type { AddedCallResult, SelectedCallResult, SelectResult } from '#result/select-result';
export type { SymbolicTree, TreeNode, TreePlace, TreeVariable } from '#result/symbolic-tree';
export type { TechniqueResult, TechniquesResult } from '#result/techniques-result';
export type {
  NewTestsResult,
  SelectedTestResult,
  SelectionReason,
  TestName,
  TestRunResult,
  TestsResult,
} from '#result/tests-result';
export type {
  Behaviour,
  BehaviourTests,
  Bound,
  Compared,
  DiffersVerdict,
  Effects,
  Outcome,
  PathResult,
  SameVerdict,
  UnknownVerdict,
  Verdict,
  Witness,
} from '#result/verdict';

export { renderDiagnostics } from '#report/render-diagnostics';
export { renderDot } from '#report/render-dot';
export { renderExplainMarkdown } from '#report/render-explain-markdown';
export { renderExplainText } from '#report/render-explain-text';
export { renderJson } from '#report/render-json';
export { renderImpactMarkdown, renderMarkdown } from '#report/render-markdown';
export { renderMermaid } from '#report/render-mermaid';
export { renderPathsMarkdown } from '#report/render-paths-markdown';
export { renderPathsText } from '#report/render-paths-text';
export { renderSvg } from '#report/render-svg';
export { renderImpactText, renderText } from '#report/render-text';
