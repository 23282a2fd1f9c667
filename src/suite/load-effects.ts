import type { ChangeSet, FunctionChange, FunctionRef } from '#change/change-set';
import type { FunctionId, NodeId } from '#core/ids';
import type { ClassIr, FunctionIr, ModuleIr } from '#ir/cfg';
import type { Expr } from '#ir/expression';
import type { Cause } from './cause';
import { followLoad, runsAtLoad, type LoadStart } from './follow-load';
import { changedProperties } from './changed-properties';
import { enumMemberAt } from './enum-members';
import { nodesAskingByString } from './member-names';
import { extendsOutside } from './outside-bases';
import { nodesReading } from './property-reads';
import { isQuiet } from './quiet-nodes';
import type { RecordedSuite } from './recorded-suite';
import { collectingFunctions, registrationAt } from './registrations';
import { functionOf, type Version } from './versions';

/** Two versions of the source with what differs between them. */
export interface ComparedVersions {
  readonly base: Version;
  readonly head: Version;
  readonly changes: ChangeSet;
}

type Side = 'base' | 'head';
type OnlyWith = Pick<Cause, 'onlyWith'>;

/**
 * Changes of code that runs when modules are loaded. Such code runs in every test that leads to the module, but its effect
 * is what it leaves behind: a constant matters to the functions that read it, a method to those that ask for it by name.
 */
export class LoadEffects {
  readonly causes: Cause[] = [];

  constructor(
    private readonly compared: ComparedVersions,
    private readonly suite: RecordedSuite,
    private readonly isTestFile: (path: string) => boolean,
  ) {}

  /** Does the change lie in code whose effects are told statement by statement? */
  covers(change: FunctionChange): boolean {
    return sidesOf(change).some(([, { module, fn }]) => {
      if (fn.kind === 'module' || fn.kind === 'namespace') return true;
      return this.isTestFile(module.path) && collectingFunctions(module).has(fn.index);
    });
  }

  add(change: FunctionChange): void {
    for (const [side, ref] of sidesOf(change)) {
      const statuses = side === 'head' ? change.nodes.headStatus : change.nodes.baseStatus;
      statuses.forEach((status, index) => {
        if (status !== 'unchanged' && index !== ref.fn.entry && index !== ref.fn.exit) {
          this.addNode(side, ref, index, change);
        }
      });
    }
  }

  /** Statements that use a name which means something else now. */
  addUses(side: Side, nodes: readonly NodeId[], subject: string, effect: string): void {
    this.addReach(side, wholly(nodes), subject, effect);
  }

  /** A statement that gets an object of which only properties of these names are others. */
  addContent(side: Side, node: NodeId, properties: ReadonlySet<string>, subject: string, effect: string): void {
    const version = this.compared[side];
    const isLater = !runsAtLoad(version, this.suite, version.loaded.program.functionOf(node));
    this.addReach(side, [isLater ? { node } : { node, properties }], subject, effect);
  }

  /** Statements that read a variable of the environment by its name. */
  addVariable(name: string): void {
    const nodes = nodesReading(this.compared.head.loaded.program, name);
    this.addReach('head', wholly(nodes), name, 'reads the variable');
  }

  /** Was a module seen to import a file that is no source? */
  hasImported(path: string, file: string): boolean {
    return this.suite.recording.modules[this.suite.moduleIndex(path) ?? -1]?.files.includes(file) === true;
  }

  /** Every test that loads a module. */
  addLoading(path: string, subject: string, effect: string, only: OnlyWith = {}): void {
    const module = this.suite.moduleIndex(path);
    if (module !== undefined) this.causes.push({ kind: 'load', subject, effect, modules: [module], ...only });
  }

  private addNode(side: Side, { module, fn }: FunctionRef, index: number, change: FunctionChange): void {
    const node = fn.nodes[index];
    const version = this.compared[side];
    const id = functionOf(version.loaded.program, { module, fn });
    if (node === undefined || id === undefined) return;
    const subject = `${module.path}:${lineAt(version.loaded.textOf(module.path), node.start)}`;
    if (this.isTestFile(module.path)) {
      const registration = registrationAt(module, fn, node);
      // Another test, or another title: what is new is found by its title, what is gone does not run.
      if (registration !== null && registration.role !== 'hook' && !registration.isOnly) return;
    }
    const value = node.op.kind === 'assign' ? node.op.value : null;
    const partner = this.partnerOf(change, side, index);
    if (value?.kind === 'class' && partner?.kind === 'class') {
      this.addMembers(side, module, value);
      return;
    }
    const { first } = version.loaded.program.nodesOf(id);
    const member = enumMemberAt(module, fn, node);
    if (member !== null) {
      const made = (first + member.made.index) as NodeId;
      this.addReach(side, [{ node: made, properties: member.properties }], subject, readsIt, module.path);
      return;
    }
    const nodeId = (first + index) as NodeId;
    const properties = changedProperties(this.compared.changes, change, side, index);
    const start: LoadStart = properties === null ? { node: nodeId } : { node: nodeId, properties };
    if (isQuiet(version, nodeId)) this.addReach(side, [start], subject, readsIt, module.path);
    else this.addLoading(module.path, subject, 'runs when the module is loaded');
  }

  /** The value that the other version's partner of a node computes. */
  private partnerOf(change: FunctionChange, side: Side, index: number): Expr | null {
    if (change.base === null || change.head === null) return null;
    const partner = side === 'head' ? change.nodes.toBase[index] : change.nodes.toHead[index];
    const node = change[side === 'head' ? 'base' : 'head'].fn.nodes[partner ?? -1];
    return node?.op.kind === 'assign' ? node.op.value : null;
  }

  /** A class with other members: whoever asks for one by its name. Members that are there in both are changed by themselves. */
  private addMembers(side: Side, module: ModuleIr, value: Extract<Expr, { kind: 'class' }>): void {
    const { changes } = this.compared;
    const kept = new Set(
      changes.functions.flatMap((c) =>
        c.base !== null && c.head !== null && isSameMember(c.base.fn, c.head.fn)
          ? [`${c[side].module.path}#${c[side].fn.index}`]
          : [],
      ),
    );
    const members = module.classes[value.index]?.members ?? [];
    for (const member of members) {
      if (kept.has(`${module.path}#${member.fn}`)) continue;
      this.addMember(side, module, module.classes[value.index], value, member);
    }
  }

  private addMember(
    side: Side,
    module: ModuleIr,
    owner: ClassIr | undefined,
    value: Extract<Expr, { kind: 'class' }>,
    member: ClassIr['members'][number],
  ): void {
    const key = value.keys[member.key];
    const version = this.compared[side];
    const { program } = version.loaded;
    const m = program.moduleIndex(module.path);
    const subject = `${module.path}#${module.functions[member.fn]?.qualifiedName ?? owner?.name ?? ''}`;
    if (m === undefined || key === undefined) return;
    if (key.kind !== 'name' || isAskedForByTheLanguage(key.name)) {
      this.addLoading(module.path, subject, 'may be asked for by the language, or by who compares values');
      return;
    }
    if (extendsOutside(version, module, value.index)) {
      this.addLoading(module.path, subject, 'may be called by what the class extends');
      return;
    }
    const { callGraph } = version.graph();
    const fn = program.functionAt(m, member.fn);
    const callers = [...callGraph.callsTo(fn), ...(callGraph.isCommon(fn) ? callGraph.common.sites : [])];
    const asking = [...nodesReading(program, key.name), ...nodesAskingByString(version.loaded, key.name)];
    const nodes = [...callers.map(({ site }) => site), ...asking];
    this.addReach(side, wholly(nodes), subject, `asks for ${key.name}`, module.path);
  }

  /** `origin` is the module in which the value comes into being. */
  private addReach(side: Side, starts: readonly LoadStart[], subject: string, effect: string, origin?: string): void {
    if (starts.length === 0) return;
    const module = origin === undefined ? undefined : this.suite.moduleIndex(origin);
    const only: OnlyWith = module === undefined ? {} : { onlyWith: module };
    const version = this.compared[side];
    const { readers, loading } = followLoad(version, this.suite, starts);
    const reach = this.recordedOf(version, readers);
    if (reach.functions.length > 0)
      this.causes.push({ kind: 'binding', subject, effect, functions: reach.functions, ...only });
    if (reach.modules.length > 0)
      this.causes.push({ kind: 'binding', subject, effect, modules: reach.modules, ...only });
    for (const path of loading) this.addLoading(path, subject, `is loaded with what changed there`, only);
  }

  private recordedOf(version: Version, fns: Iterable<FunctionId>): { functions: number[]; modules: number[] } {
    const functions: number[] = [];
    const modules: number[] = [];
    for (const fn of fns) {
      const known = version.recorded(fn);
      if (typeof known === 'number') functions.push(known);
      else if (known === 'unseen') {
        const module = this.suite.moduleIndex(version.loaded.program.locate(fn).module.path);
        if (module !== undefined) modules.push(module);
      }
    }
    return { functions, modules };
  }
}

const readsIt = 'reads what changed there';

function wholly(nodes: readonly NodeId[]): LoadStart[] {
  return nodes.map((node) => ({ node }));
}

function sidesOf(change: FunctionChange): [Side, FunctionRef][] {
  return [
    ...(change.base === null ? [] : [['base', change.base] satisfies [Side, FunctionRef]]),
    ...(change.head === null ? [] : [['head', change.head] satisfies [Side, FunctionRef]]),
  ];
}

/** A function of another name, or in another place, may do the same, and yet whoever asks for it by its name finds something else. */
function isSameMember(base: FunctionIr, head: FunctionIr): boolean {
  return base.name === head.name && base.kind === head.kind && base.isStatic === head.isStatic;
}

function isAskedForByTheLanguage(name: string): boolean {
  return languageNames.has(name);
}

const languageNames = new Set([
  'toString',
  'valueOf',
  'toJSON',
  'then',
  'next',
  'return',
  'throw',
  'constructor',
  'inspect',
  'name',
  'length',
  'message',
  'handleEvent',
  // Matchers of jest and vitest, and what prints values for them.
  'asymmetricMatch',
  '$$typeof',
  'nodeType',
  'size',
]);

function lineAt(text: string, offset: number): number {
  let line = 1;
  for (let at = text.indexOf('\n'); at >= 0 && at < offset; at = text.indexOf('\n', at + 1)) line++;
  return line;
}
