import type { Directive, ModuleDeclaration, Node, Statement, VariableDeclaration } from 'oxc-parser';
import { undefinedExpr, type Expr } from '../expression';
import { identifierTarget, mirror, store } from './assignments';
import { settled } from './operands';
import { Label, leaving, type Pending } from './function-builder';
import { lowerBody } from './body';
import type { FunctionScope } from './lowerer';
import { lowerDo, lowerFor, lowerForEach, lowerWhile } from './loops';
import { lowerModuleDeclaration } from './module-declarations';
import { freshBindings } from './scopes';
import { lowerSwitch } from './switches';
import { lowerTry, lowerUsing } from './tries';
import { lowerEnum, lowerNamespace } from './typescript';

export function lowerStatement(f: FunctionScope, node: Statement | Directive, names: readonly string[]): void {
  const b = f.builder;
  switch (node.type) {
    case 'ExpressionStatement':
      f.lower.effect(f, node.expression, node.expression);
      return;
    case 'VariableDeclaration':
      lowerVariables(f, node);
      return;
    case 'BlockStatement':
      labelled(f, names, () => f.lower.block(f, node.body, node));
      return;
    case 'IfStatement':
      labelled(f, names, () => lowerIf(f, node));
      return;
    case 'ReturnStatement': {
      const value = node.argument === null ? null : f.lower.expr(f, node.argument);
      b.emit({ kind: 'return', value: value === null ? null : returnedValue(f, value, node) }, node);
      b.leave(0, b.exitLabel, 'return', node);
      return;
    }
    case 'ThrowStatement':
      b.emit({ kind: 'throw', value: f.lower.expr(f, node.argument) }, node);
      return;
    case 'BreakStatement':
    case 'ContinueStatement':
      lowerJump(f, node);
      return;
    case 'LabeledStatement':
      f.lower.statement(f, node.body, [...names, node.label.name]);
      return;
    case 'WhileStatement':
      lowerWhile(f, node, names);
      return;
    case 'DoWhileStatement':
      lowerDo(f, node, names);
      return;
    case 'ForStatement':
      lowerFor(f, node, names);
      return;
    case 'ForInStatement':
    case 'ForOfStatement':
      lowerForEach(f, node, names);
      return;
    case 'SwitchStatement':
      lowerSwitch(f, node, names);
      return;
    case 'TryStatement':
      labelled(f, names, () => lowerTry(f, node));
      return;
    case 'WithStatement':
      f.module.unsupported.push({ construct: 'with-statement', start: node.start, end: node.end });
      f.lower.effect(f, node.object, node.object);
      labelled(f, names, () => f.lower.statement(f, node.body, []));
      return;
    case 'DebuggerStatement':
      b.emit({ kind: 'nop' }, node);
      return;
    case 'ClassDeclaration':
      if (node.declare !== true) lowerClassDeclaration(f, node);
      return;
    case 'TSEnumDeclaration':
      lowerEnum(f, node);
      return;
    case 'TSModuleDeclaration':
      lowerNamespace(f, node);
      return;
    case 'EmptyStatement':
    case 'FunctionDeclaration': // hoisted by its block
    case 'TSDeclareFunction':
    case 'FunctionExpression':
    case 'TSEmptyBodyFunctionExpression':
    case 'ClassExpression':
    case 'TSTypeAliasDeclaration':
    case 'TSInterfaceDeclaration':
      return;
    default:
      lowerModuleDeclaration(
        f,
        node satisfies ModuleDeclaration | Extract<Statement, { type: 'TSImportEqualsDeclaration' }>,
      );
  }
}

/** Statements of one block in order, after the functions that it hoists. */
export function lowerBlock(f: FunctionScope, body: readonly Node[], owner: Node): void {
  freshBindings(f, owner);
  for (const statement of body) hoist(f, statement, owner);
  lowerFrom(f, body, 0);
}

/** The statements of a block from one on; what follows a `using` runs under its protection. */
function lowerFrom(f: FunctionScope, body: readonly Node[], first: number): void {
  for (let i = first; i < body.length; i++) {
    const statement = body[i];
    if (statement === undefined) continue;
    if (statement.type === 'VariableDeclaration' && (statement.kind === 'using' || statement.kind === 'await using')) {
      lowerUsing(f, statement, () => lowerFrom(f, body, i + 1));
      return;
    }
    f.lower.statement(f, statement as Statement, []);
  }
}

function hoist(f: FunctionScope, statement: Node, owner: Node): void {
  const node = exportedDeclaration(statement);
  if (node.type !== 'FunctionDeclaration' || node.body === null) return;
  if (node.id === null) return; // `export default function () {}`: made and assigned where it stands
  const { name } = node.id;
  const fn = f.lower.fn(f, { node, name, kind: 'function' });
  const target = identifierTarget(f, node.id, true);
  f.builder.assign(target, { kind: 'closure', fn }, node);
  if (target.kind !== 'var') return;
  mirror(f, target.binding, node);
  if (!f.strict && owner.type !== 'Program' && isNested(f, target.binding)) {
    // Sloppy mode also makes a function in a block visible to the whole function.
    f.builder.assign({ kind: 'global', name }, { kind: 'var', binding: target.binding }, node);
  }
}

function isNested(f: FunctionScope, binding: number): boolean {
  const scope = f.module.scopes.variables[binding]?.scope;
  return scope !== undefined && scope !== scope.variableScope;
}

function exportedDeclaration(node: Node): Node {
  if (node.type === 'ExportNamedDeclaration' && node.declaration !== null) return node.declaration;
  if (node.type === 'ExportDefaultDeclaration') return node.declaration;
  return node;
}

export function lowerVariables(f: FunctionScope, node: VariableDeclaration): void {
  if (node.declare === true) return;
  for (const declarator of node.declarations) {
    const { id, init } = declarator;
    if (id.type === 'Identifier') {
      const target = identifierTarget(f, id, false);
      // A variable that a namespace exports is a property that is not there until it is set.
      if (init === null && (node.kind === 'var' || target.kind === 'member')) continue;
      const declared = target.kind === 'var' ? { ...target, declare: true } : target;
      if (init === null) f.builder.assign(declared, undefinedExpr, declarator);
      else f.lower.exprTo(f, init, declared, declarator, id.name);
      if (target.kind === 'var') {
        f.module.declared.add(target.binding);
        mirror(f, target.binding, declarator);
      }
    } else if (init !== null) {
      f.lower.pattern(f, id, settled(f, f.lower.expr(f, init), init), true, declarator);
    }
  }
}

function lowerClassDeclaration(
  f: FunctionScope,
  node: Extract<Statement, { type: 'ClassDeclaration' | 'ClassExpression' }>,
): void {
  const value = f.lower.klass(f, node, node.id?.name ?? 'default');
  if (node.id !== null) store(f, identifierTarget(f, node.id, true), value, false, node);
}

function lowerIf(f: FunctionScope, node: Extract<Statement, { type: 'IfStatement' }>): void {
  const b = f.builder;
  const done: Pending[] = [];
  let current = node;
  // `else if` ladders of any length without recursion.
  for (;;) {
    const { yes, no } = f.lower.condition(f, current.test);
    b.resume(yes);
    lowerBody(f, current.consequent);
    done.push(...b.take());
    b.resume(no);
    if (current.alternate?.type !== 'IfStatement') break;
    current = current.alternate;
  }
  if (current.alternate !== null) lowerBody(f, current.alternate);
  b.join(done);
}

function lowerJump(f: FunctionScope, node: Extract<Statement, { type: 'BreakStatement' | 'ContinueStatement' }>): void {
  const b = f.builder;
  const name = node.label?.name ?? null;
  const jump = node.type === 'BreakStatement' ? 'break' : 'continue';
  for (let i = b.jumps.length - 1; i >= 0; i--) {
    const target = b.jumps[i];
    if (target === undefined) continue;
    const fits =
      name === null ? (jump === 'break' ? target.plainBreak : target.continueTo !== null) : target.names.includes(name);
    const to = jump === 'break' ? target.breakTo : target.continueTo;
    if (!fits || to === null) continue;
    b.emit({ kind: 'jump', jump, label: name }, node);
    // Different targets are different completions of a `finally` on the way.
    b.leave(
      jump === 'break' ? target.breakDepth : target.continueDepth,
      to,
      name === null ? `${jump} ${i}` : `${jump} ${name}`,
      node,
    );
    return;
  }
}

/** A labelled statement that is not a loop: `break name` leaves it. */
function labelled(f: FunctionScope, names: readonly string[], lower: () => void): void {
  if (names.length === 0) {
    lower();
    return;
  }
  const b = f.builder;
  const end = new Label();
  b.jumps.push({ ...leaving(b, end), names, plainBreak: false });
  lower();
  b.jumps.pop();
  b.bind(end);
}

/** An async generator waits for what it returns, inside of the `try` that it stands in. */
function returnedValue(f: FunctionScope, value: Expr, node: Statement): Expr {
  if (!f.async || !f.generator) return value;
  const temp = f.builder.temp();
  f.builder.emit({ kind: 'await', value, target: { kind: 'temp', temp } }, node);
  return { kind: 'temp', temp };
}
