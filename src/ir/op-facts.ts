import type { Callee, CallKind, CfgNode, FunctionIr, Op } from './cfg';
import type { ExpressionFacts } from './expression-facts';
import type { Expr } from './expression';
import {
  calleeKinds,
  callKinds,
  constraintKinds as kinds,
  modes,
  places,
  roles,
  siteKinds,
  specialVars,
  wellKnown,
} from './facts';
import { iteratesFirst } from './iterating-calls';
import { isThrownAtOnce, madeBy } from './made-by-calls';
import { isPrimitiveMethod } from './primitive-methods';
import { specifierText } from './specifier-pattern';

/** What one node reads, writes and calls. `isFalsy`: what it assigns is known to be no object. */
export function opFacts(w: ExpressionFacts, fn: FunctionIr, node: CfgNode, isFalsy: boolean): void {
  const { op } = node;
  switch (op.kind) {
    case 'entry':
      for (const param of fn.params) w.write(param.target, -1);
      return;
    case 'exit':
      w.access(modes.use, places.result, -1);
      return;
    case 'assign': {
      const value = w.read(op.value);
      w.write(op.target, isFalsy ? -1 : value);
      if (op.target.kind === 'temp') w.known.note(op.target.temp, op.value);
      return;
    }
    case 'eval':
      w.read(op.value);
      return;
    case 'branch':
      w.read(op.test);
      return;
    case 'call':
      callFacts(w, fn, node, op);
      return;
    case 'call-return': {
      const record = w.calls.at(fn.firstNode + op.callNode);
      const result = record?.result ?? -1;
      const call = fn.nodes[op.callNode]?.op;
      const [holder] = record?.args ?? [];
      if (call?.kind === 'call' && call.decorated !== undefined && holder !== undefined)
        w.decorators.define(w, call.decorated, holder.value);
      w.access(modes.weakDef, places.thrown, -1);
      if (op.target !== null) w.write(op.target, result);
      return;
    }
    case 'await': {
      const value = w.read(op.value);
      if (op.target !== null) w.write(op.target, value);
      return;
    }
    case 'yield': {
      const value = w.read(op.value);
      const yielded = op.delegate && value >= 0 ? w.load(w.iterated(value), w.elementProperty) : value;
      if (yielded >= 0) w.constraint(kinds.copy, w.special(fn.index, specialVars.yielded), yielded);
      if (op.target !== null) w.write(op.target, w.fresh());
      if (op.returned !== null) w.write({ kind: 'temp', temp: op.returned }, -1);
      return;
    }
    case 'return': {
      const value = op.value === null ? -1 : w.read(op.value);
      w.access(modes.def, places.result, -1);
      if (value >= 0) w.constraint(kinds.copy, w.special(fn.index, specialVars.result), value);
      return;
    }
    case 'throw': {
      const value = w.read(op.value);
      w.access(modes.def, places.thrown, -1);
      if (value >= 0) w.constraint(kinds.thrown, value);
      return;
    }
    case 'catch': {
      w.access(modes.use, places.thrown, -1);
      if (op.target === null) return;
      const caught = w.fresh();
      w.constraint(kinds.caught, caught);
      w.write(op.target, caught);
      return;
    }
    case 'dispatch':
      w.access(modes.use, places.temp, w.temp(op.completion));
      return;
    case 'iter-open': {
      const source = w.read(op.source);
      w.write({ kind: 'temp', temp: op.iter }, op.over === 'keys' ? -1 : source);
      if (op.over === 'keys' && source >= 0) w.access(modes.use, places.field, source, wellKnown.computed);
      if (op.over !== 'keys' && source >= 0)
        w.constraint(kinds.iterate, w.temp(op.iter), source, fn.firstNode + node.index);
      return;
    }
    case 'iter-next':
    case 'iter-step':
    case 'iter-rest':
      iterationFacts(w, op);
      return;
    case 'iter-close':
      w.access(modes.use, places.temp, w.temp(op.iter));
      return;
    case 'delete': {
      const object = w.read(op.object);
      w.store(object, w.keyOf(op.key), -1);
      if (op.target !== null) w.write(op.target, -1);
      return;
    }
    case 'jump':
    case 'scope':
    case 'nop':
  }
}

/** A step of an iteration reads an element and moves the iterator on. */
function iterationFacts(w: ExpressionFacts, op: Extract<Op, { kind: 'iter-next' | 'iter-step' | 'iter-rest' }>): void {
  const iter = w.temp(op.iter);
  w.access(modes.use, places.temp, iter);
  const element = w.load(iter, w.elementProperty);
  w.access(modes.weakDef, places.temp, iter);
  if (op.target === null) return;
  w.write(op.target, op.kind === 'iter-rest' ? iter : element);
}

function callFacts(w: ExpressionFacts, fn: FunctionIr, node: CfgNode, op: Extract<Op, { kind: 'call' }>): void {
  const { calls } = w;
  const { callee, args } = withoutBorrowing(w, fn, op);
  const howTaken = ({ spread, value }: Called['args'][number], position: number): HowTaken => {
    if (spread || (position === 0 && isIterated && value.kind !== 'array')) return 'iterable';
    return position === 1 && isApply(callee) ? 'list' : 'value';
  };
  let target = -1;
  let property = -1;
  let loaded = -1;
  let global = -1;
  let ofPrimitive = false;
  switch (callee.kind) {
    case 'method':
      target = w.inRole(roles.receiver, () => readReceiver(w, callee.object));
      if (target < 0) target = w.fresh(); // a method of a primitive
      if (callee.key.kind === 'computed') w.readKey(callee.key.value);
      property = w.property(callee.key);
      loaded = methodValue(w, callee, target, property);
      if (convertsElements(w, callee, args)) w.convertElements(target);
      global = globalName(w, callee.object);
      ofPrimitive = isOfPrimitive(w, fn, callee);
      break;
    case 'super-method':
      target = w.parent();
      property = w.keyOf(callee.key);
      break;
    case 'value':
      target = w.read(callee.value);
      global = globalName(w, callee.value);
      break;
    case 'function':
      target = callee.fn;
      loaded = w.inRole(roles.receiver, () => w.read(callee.thisValue));
      break;
    case 'super':
      target = w.parent();
      w.inRole(roles.receiver, () => w.read({ kind: 'this' }));
      break;
    case 'import':
  }
  const nameOf = (id: number): string | null => (id < 0 ? null : w.strings.textOf(id));
  const isIterated = iteratesFirst(op.call, nameOf(global), nameOf(property));
  const named = args[property >= 0 && namesSecond.has(w.strings.textOf(property)) ? 1 : 0]?.value;
  const asksForModule =
    callee.kind === 'import' || (property < 0 && global >= 0 && w.strings.textOf(global) === 'require');
  const result = w.fresh();
  if (op.decorated !== undefined && callee.kind === 'value') w.decorators.add(w, op.decorated, target, result);
  const text = named === undefined ? null : asksForModule ? specifierText(named) : constantText(named);
  calls.add({
    node: fn.firstNode + node.index,
    fn: fn.index,
    kind: callKinds.indexOf(op.call),
    callee: calleeKinds.indexOf(callee.kind),
    target,
    property,
    loaded,
    result,
    collection: w.site(...collectionOf(w, fn, node, { op, args, global, property })),
    global,
    ofPrimitive,
    text: text === null ? -1 : w.strings.intern(text),
    textParam: named === undefined ? -1 : fixedParam(w, fn, named),
    args: args.map((arg, i) =>
      w.inRole(i, () => ({
        value: argument(w, arg.value, howTaken(arg, i)),
        spread: arg.spread,
        text: arg.spread ? -1 : nameText(w, arg.value),
      })),
    ),
  });
}

/** Nobody asks again how far a regular expression has got that is written out where its method is called. */
function readReceiver(w: ExpressionFacts, object: Expr): number {
  return object.kind === 'regexp' ? w.allocated(siteKinds.other) : w.read(object);
}

/** The method that is called, where it was read before the arguments, or may be a global variable; else −1. */
function methodValue(w: ExpressionFacts, callee: Method, target: number, property: number): number {
  if (callee.loaded !== null) return w.read(callee.loaded);
  const global = w.known.propertyOfGlobals(callee.object, callee.key);
  if (global !== null) return w.member(target, property, global);
  w.access(modes.use, places.field, target, property);
  return -1;
}

/** `list.map(String)` */
function convertsElements(w: ExpressionFacts, { key }: Method, [first]: Called['args']): boolean {
  if (key.kind !== 'name' || !visiting.has(key.name) || first === undefined || first.spread) return false;
  return converting.has(w.known.globalOf(first.value) ?? '');
}

const visiting: ReadonlySet<string> = new Set(['map', 'flatMap', 'filter', 'find', 'some', 'every']);
const converting: ReadonlySet<string> = new Set(['String', 'Number', 'BigInt', 'parseInt', 'parseFloat', 'isNaN']);

type HowTaken = 'iterable' | 'list' | 'value';

/** The elements of what is spread or gone through are read, as those of the list that `apply` is given. */
function argument(w: ExpressionFacts, expr: Expr, how: HowTaken): number {
  const value = how === 'iterable' ? w.iterated(w.read(expr)) : w.read(expr);
  if (how !== 'value' && value >= 0) w.access(modes.use, places.field, value, w.elementProperty);
  return value;
}

function isApply(callee: Callee): boolean {
  return callee.kind === 'method' && callee.key.kind === 'name' && callee.key.name === 'apply';
}

/** What the function of the language that a call may run would make. */
function collectionOf(
  w: ExpressionFacts,
  fn: FunctionIr,
  node: CfgNode,
  {
    op,
    args,
    global,
    property,
  }: Pick<Called, 'args'> & { op: Called & { call: CallKind }; global: number; property: number },
): readonly [kind: number, mark: number] {
  const text = (id: number): string | null => (id < 0 ? null : w.strings.textOf(id));
  const isPrimitive = (expr: Expr): boolean => w.primitives.has(expr, fn.index);
  const made = madeBy({ call: op.call, args }, text(global), text(property), isPrimitive);
  return made[0] === siteKinds.error && isThrownAtOnce(fn, node) ? [siteKinds.array, -1] : made;
}

/** Which parameter of the function an expression is, if that is what it was called with. */
function fixedParam(w: ExpressionFacts, fn: FunctionIr, expr: Expr): number {
  if (expr.kind !== 'var' || w.module.bindings[expr.binding]?.constant !== true) return -1;
  return fn.params.findIndex(({ target, rest }) => !rest && target.kind === 'var' && target.binding === expr.binding);
}

/** A text that may be the name of a property. */
function nameText(w: ExpressionFacts, expr: Expr): number {
  const text = constantText(expr);
  return text !== null && /^[A-Za-z_$][\w$]{0,39}$/.test(text) ? w.strings.intern(text) : -1;
}

/** Functions whose second argument is the name of a property of the first. */
const namesSecond: ReadonlySet<string> = new Set(['defineProperty', 'getOwnPropertyDescriptor']);

type Method = Extract<Callee, { kind: 'method' }>;
type Called = Pick<Extract<Op, { kind: 'call' }>, 'callee' | 'args'>;

/** A method of arrays that is called on something else is called as if that had it. */
function withoutBorrowing(w: ExpressionFacts, fn: FunctionIr, { callee, args }: Called): Called {
  if (callee.kind !== 'method' || callee.key.kind !== 'name') return { callee, args };
  const { name: how } = callee.key;
  const [self, ...others] = args;
  if ((how !== 'call' && how !== 'apply') || self === undefined || self.spread) return { callee, args };
  const name = w.borrowed.nameOf(fn, callee.object);
  if (name === null) return { callee, args };
  for (const read of [callee.object, callee.loaded]) if (read !== null) w.read(read);
  const [list] = others;
  return {
    callee: { kind: 'method', object: self.value, key: { kind: 'name', name }, loaded: null },
    args: how === 'call' ? others : list === undefined ? [] : [{ value: list.value, spread: true }],
  };
}

/** Whether a method is one that texts and numbers have, and is called on what is, or is declared to be, one. */
function isOfPrimitive(w: ExpressionFacts, fn: FunctionIr, { object, key }: Method): boolean {
  return key.kind === 'name' && isPrimitiveMethod(key.name) && w.primitives.has(object, fn.index);
}

function constantText(expr: Expr): string | null {
  return expr.kind === 'const' && typeof expr.value === 'string' ? expr.value : null;
}

function globalName(w: ExpressionFacts, expr: Expr): number {
  const name = w.known.globalOf(expr);
  return name === null ? -1 : w.strings.intern(name);
}
