import type { FoundBug } from '#behaviour/bugs-found';
import type { ChangeVerdicts } from '#behaviour/compared-change';
import type { BugFound } from './bug-found';
import type { NodeDescriber } from './describe-node';
import type { NotCompared } from './judgements';
import type { Result } from './result';

/**
 * Assertions that fail where the change has an effect, in the head. A place that several functions lead to is told once, by
 * the first call that did not get there before the change, or else by the first.
 */
export function buildBugs(verdicts: ChangeVerdicts | NotCompared, head: NodeDescriber): Pick<Result, 'bugs'> {
  // Nobody looked.
  if (typeof verdicts === 'string') return {};
  const found = new Map<string, BugFound>();
  for (const [key, { bugs }] of verdicts.functions) {
    for (const bug of bugs) {
      const told = toldBug(key, bug, head);
      if (told === null) continue;
      const place = `${told.kind} ${told.span.file}:${told.span.start}`;
      const known = found.get(place);
      if (known === undefined || (told.isNew && !known.isNew)) found.set(place, told);
    }
  }
  return { bugs: [...found.values()].toSorted(newestFirst) };
}

function newestFirst(a: BugFound, b: BugFound): number {
  const inFile = a.span.file === b.span.file ? a.span.start - b.span.start : a.span.file < b.span.file ? -1 : 1;
  return Number(b.isNew) - Number(a.isNew) || inFile;
}

function toldBug(key: string, { kind, site, call, isNew }: FoundBug, head: NodeDescriber): BugFound | null {
  const node = head.loaded.module(site.path)?.functions[site.fn]?.nodes[site.node];
  if (node === undefined) return null;
  return {
    function: functionId(key, head),
    kind,
    text: head.loaded.textOf(site.path).slice(node.start, node.end),
    span: head.span(site.path, node.start, node.end),
    call,
    replayed: true,
    isNew,
  };
}

/** Functions are compared under their path and number. */
function functionId(key: string, { loaded: { program } }: NodeDescriber): string {
  const hash = key.lastIndexOf('#');
  const module = program.moduleIndex(key.slice(0, hash));
  return module === undefined ? key : program.nameOf(program.functionAt(module, Number(key.slice(hash + 1))));
}
