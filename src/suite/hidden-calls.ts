import { Visitor, type Node } from 'oxc-parser';
import type { BuiltCode, ReadSource } from './built-code';
import { callSites, type CallSite } from './call-sites';

/** A function of the source, by its file and its index there. */
export interface SourceFunction {
  readonly path: string;
  readonly index: number;
}

/** Functions of built code → those of the source that they are, by their indexes. */
export type Counterparts = ReadonlyMap<BuiltCode, ReadonlyMap<number, SourceFunction>>;

/**
 * Calls of the source that built code does not have: what they call was put in their place, or they were found to do nothing and left out. What
 * these call may run, or may have to run after the next build, without being seen.
 */
export function hiddenCalls(sources: Iterable<ReadSource>, counterparts: Counterparts): HiddenCall[] {
  const kept = keptCalls(counterparts);
  const hidden: HiddenCall[] = [];
  for (const source of sources) {
    const sites = callSites(source.tree, source.functions);
    const open = sites.filter(({ namedAt }) => !kept.places.has(placeKey(source.path, namedAt)));
    for (const site of open) {
      // What is not in the built code at all cannot call anything there. Who calls it is asked for itself.
      if (site.within !== 0 && !kept.functions.has(functionKey(source.path, site.within))) continue;
      if (!isAmong(source, site, sites, kept)) hidden.push({ source, site });
    }
  }
  return hidden;
}

export interface HiddenCall {
  readonly source: ReadSource;
  readonly site: CallSite;
}

interface KeptCalls {
  /** Where calls of the built code name what they call, in the source. */
  readonly places: ReadonlySet<string>;
  /** Functions that the built code has, with the calls in them. */
  readonly functions: ReadonlyMap<string, readonly CallSite[]>;
}

function keptCalls(counterparts: Counterparts): KeptCalls {
  const places = new Set<string>();
  const functions = new Map<string, CallSite[]>();
  for (const [built, found] of counterparts) {
    const made = madeByBuild(built, found);
    for (const { path, index } of found.values()) functions.set(functionKey(path, index), []);
    for (const site of callSites(built.tree, built.functions)) {
      const place = built.placeOf(site.namedAt);
      if (place !== null) places.add(placeKey(place.path, place.offset));
      const fn = found.get(site.within);
      if (fn !== undefined && (site.name === null || !made.has(site.name)))
        functions.get(functionKey(fn.path, fn.index))?.push(site);
    }
  }
  return { places, functions };
}

/** Names of functions that no source has. */
function madeByBuild({ tree, functions }: BuiltCode, found: ReadonlyMap<number, SourceFunction>): ReadonlySet<string> {
  const made = new Set(functions.flatMap(({ node }, i) => (i === 0 || found.has(i) ? [] : [node.start])));
  const names = new Set<string>();
  new Visitor({
    FunctionDeclaration: ({ start, id }) => void (made.has(start) && id !== null && names.add(id.name)),
    VariableDeclarator: ({ id, init }) =>
      void (id.type === 'Identifier' && init !== null && made.has(init.start) && names.add(id.name)),
  }).visit(tree);
  return names;
}

/**
 * A compiler may have written a call otherwise: with the value of a variable in the place of its name. There are then as many calls in the built
 * function as in the source.
 */
function isAmong(source: ReadSource, site: CallSite, sites: readonly CallSite[], kept: KeptCalls): boolean {
  const built = kept.functions.get(functionKey(source.path, site.within));
  if (built === undefined) return false;
  const written = sites.filter(({ within }) => within === site.within);
  const isMember = site.callee.type === 'MemberExpression' && site.name !== null;
  const alike = (calls: readonly CallSite[]): number => calls.filter(({ name }) => name === site.name).length;
  if (isMember && alike(built) >= alike(written)) return true;
  return built.length >= written.length;
}

/**
 * Functions that calls may lead to, by all names that are mentioned on the way. Null where that cannot be told: what is called was handed in.
 */
export function functionsNamed(
  hidden: readonly HiddenCall[],
  sources: readonly ReadSource[],
): readonly SourceFunction[] | null {
  const names = new Set(hidden.flatMap(({ site }) => [...(site.name === null ? [] : [site.name]), ...handedOn(site)]));
  if (hidden.some(({ site }) => site.name === null && site.callee.type !== 'Identifier' && !isFunction(site.callee)))
    return null;
  const definitions = sources.map((source) => ({ source, defined: definitionsIn(source) }));
  if (hidden.some(({ site }) => definitions.some(({ defined }) => defined.handedIn.has(site.name ?? '')))) return null;
  const found = new Map<string, SourceFunction>();
  for (const name of names) {
    for (const { source, defined } of definitions) {
      for (const node of defined.nodes.get(name) ?? []) {
        for (const inner of mentioned(node)) names.add(inner);
        source.functions.forEach((fn, index) => {
          const isIn = node.start <= fn.node.start && fn.node.end <= node.end;
          if (index > 0 && isIn) found.set(functionKey(source.path, index), { path: source.path, index });
        });
      }
    }
  }
  return [...found.values()];
}

/** All that a call hands to what it calls. */
function handedOn({ node }: CallSite): string[] {
  if ('arguments' in node) return node.arguments.flatMap((argument) => mentioned(argument));
  return 'quasi' in node ? mentioned(node.quasi) : [];
}

function isFunction({ type }: Node): boolean {
  return type === 'FunctionExpression' || type === 'ArrowFunctionExpression';
}

interface Definitions {
  /** What is known under a name: functions, classes, values of variables and properties. */
  readonly nodes: ReadonlyMap<string, readonly Node[]>;
  /** Names of parameters. */
  readonly handedIn: ReadonlySet<string>;
}

function definitionsIn({ tree }: ReadSource): Definitions {
  const nodes = new Map<string, Node[]>();
  const handedIn = new Set<string>();
  const define = (named: Node | null, node: Node): void => {
    if (named === null) return;
    for (const name of mentioned(named)) nodes.set(name, [...(nodes.get(name) ?? []), node]);
  };
  const hand = ({ params }: { readonly params: readonly Node[] }): void => {
    for (const param of params) for (const name of mentioned(param)) handedIn.add(name);
  };
  new Visitor({
    FunctionDeclaration(node) {
      define(node.id, node);
      hand(node);
    },
    FunctionExpression(node) {
      define(node.id, node);
      hand(node);
    },
    ArrowFunctionExpression: hand,
    ClassDeclaration: (node) => define(node.id, node),
    ClassExpression: (node) => define(node.id, node),
    VariableDeclarator: (node) => define(node.id, node),
    AssignmentExpression: (node) => define(node.left, node.right),
    Property: (node) => define(node.key, node.value),
    MethodDefinition: (node) => define(node.key, node),
    PropertyDefinition: (node) => define(node.key, node),
    ImportSpecifier: (node) => define(node.local, node.imported),
    ImportDefaultSpecifier: (node) => define(node.local, { type: 'Identifier', name: 'default' } as Node),
    ExportDefaultDeclaration: (node) => define({ type: 'Identifier', name: 'default' } as Node, node.declaration),
    ExportSpecifier: (node) => define(node.exported, node.local),
    TSEnumDeclaration: (node) => define(node.id, node),
    TSModuleDeclaration: (node) => define(node.id, node),
  }).visit(tree);
  return { nodes, handedIn };
}

/** All names in a part of the source. */
function mentioned(node: Node): string[] {
  const names = new Set<string>();
  const walk = (value: unknown): void => {
    if (Array.isArray(value)) {
      for (const item of value) walk(item);
      return;
    }
    if (typeof value !== 'object' || value === null || !('type' in value)) return;
    if (String(value.type).endsWith('Identifier') && 'name' in value) names.add(String(value.name));
    if (value.type === 'Literal' && 'value' in value && typeof value.value === 'string') names.add(value.value);
    for (const [key, inner] of Object.entries(value)) if (key !== 'parent') walk(inner);
  };
  walk(node);
  return [...names];
}

function placeKey(path: string, offset: number): string {
  return `${offset} ${path}`;
}

export function functionKey(path: string, index: number): string {
  return `${index} ${path}`;
}
