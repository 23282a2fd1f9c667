import { assertNever } from '#core/diagnostics';
import { choose, type JumpTarget, type Place } from './place';
import type { BlockTree, EachTarget, ExprTree, HandlerTree, StatementTree } from './program-tree';
import { iterable, renderExpr, renderPattern, renderTarget } from './render-expression';
import { renderClass, renderFunctionDeclaration } from './render-function';

/** The statements of a block whose names are those of `place`, one per line, without braces. */
export function renderBlock(block: BlockTree, place: Place): string {
  place.names.announce(
    block.flatMap((statement) =>
      statement.kind === 'declare' && statement.as !== 'var' ? [`v${statement.name % 5}`] : [],
    ),
  );
  return block.map((statement) => `${renderStatement(statement, place)}\n`).join('');
}

function renderStatement(tree: StatementTree, place: Place): string {
  switch (tree.kind) {
    case 'expression':
      return `${renderExpr(tree.value, place)};`;
    case 'declare':
      return renderDeclaration(tree, place);
    case 'declare-pattern': {
      const value = tree.pattern.kind === 'array' ? iterable(tree.value, place) : renderExpr(tree.value, place);
      if (tree.pattern.kind === 'leaf') return `${renderExpr(tree.value, place)};`;
      return `${tree.as} ${renderPattern(tree.pattern, place, (_, name) => declared(tree.as, name, place))} = ${value};`;
    }
    case 'if': {
      const otherwise = tree.no === null ? '' : ` else ${braced(tree.no, place)}`;
      return `if (${renderExpr(tree.test, place)}) ${braced(tree.yes, place)}${otherwise}`;
    }
    case 'loop':
      return renderLoop(tree, place);
    case 'each':
      return renderEach(tree, place);
    case 'switch':
      return renderSwitch(tree, place);
    case 'labelled': {
      const label = `L${place.counter.next()}`;
      return `${label}: ${braced(tree.body, withJump(place, { label, kind: 'block' }))}`;
    }
    case 'block':
      return braced(tree.body, place);
    case 'jump':
      return renderJump(tree, place);
    case 'return':
      if (!place.mayReturn) return ';';
      return tree.value === null ? 'return;' : `return ${renderExpr(tree.value, place)};`;
    case 'throw':
      return `throw ${tree.value.kind === 'literal' ? "new RangeError('E:thrown')" : renderExpr(tree.value, place)};`;
    case 'try':
      return renderTry(tree, place);
    case 'function':
      return renderFunction(tree, place);
    case 'class': {
      const name = `C${place.counter.next()}`;
      const text = renderClass(tree.class, name, place);
      place.names.addClass(name);
      return text;
    }
    default:
      return assertNever(tree);
  }
}

function braced(block: BlockTree, place: Place): string {
  return `{\n${renderBlock(block, { ...place, names: place.names.block(), isFunctionBody: false })}}`;
}

function declared(as: 'let' | 'const' | 'var', name: number, place: Place): string {
  return as === 'var' ? place.names.declareVar(name) : place.names.declare(name, place.counter);
}

function renderDeclaration(tree: Extract<StatementTree, { kind: 'declare' }>, place: Place): string {
  const as = tree.as === 'const' && tree.value === null ? 'let' : tree.as;
  // The initialiser is rendered first: it sees the block as it is before the declaration.
  const value = tree.value === null ? '' : ` = ${renderExpr(tree.value, place)}`;
  return `${as} ${declared(as, tree.name, place)}${value};`;
}

function withJump(place: Place, jump: JumpTarget): Place {
  return { ...place, isFunctionBody: false, jumps: [...place.jumps, jump] };
}

/** A counter of its own bounds every loop. */
function renderLoop(tree: Extract<StatementTree, { kind: 'loop' }>, place: Place): string {
  const count = `k${place.counter.next()}`;
  const label = tree.label ? `L${place.counter.next()}` : null;
  const prefix = label === null ? '' : `${label}: `;
  const within = withJump(place, { label, kind: 'loop' });
  if (tree.style === 'for') {
    const names = place.names.block();
    const variable = names.declare(tree.times, place.counter);
    const head = { ...within, names };
    const test = loopTest(tree, count, head);
    const update = renderExpr(tree.update, head);
    return `${prefix}for (let ${count} = 0, ${variable} = ${count}; ${test}; ${update}) ${braced(tree.body, head)}`;
  }
  const test = loopTest(tree, count, place);
  const body = braced(tree.body, within);
  if (tree.style === 'while') return `let ${count} = 0;\n${prefix}while (${test}) ${body}`;
  return `let ${count} = 0;\n${prefix}do ${body} while (${test});`;
}

function loopTest(tree: Extract<StatementTree, { kind: 'loop' }>, count: string, place: Place): string {
  const bound = `${count}++ < ${tree.times}`;
  return tree.test === null ? bound : `${bound} && ${renderExpr(tree.test, place)}`;
}

function renderEach(tree: Extract<StatementTree, { kind: 'each' }>, place: Place): string {
  const over = tree.over === 'await' && !place.async ? 'of' : tree.over;
  const label = tree.label ? `L${place.counter.next()}` : null;
  const source = over === 'in' ? renderExpr(tree.source, place) : iterable(tree.source, place, over === 'await');
  const head: Place = { ...withJump(place, { label, kind: 'loop' }), names: place.names.block() };
  const target = renderEachTarget(tree.as, head);
  const prefix = label === null ? '' : `${label}: `;
  const keyword = over === 'await' ? 'for await' : 'for';
  return `${prefix}${keyword} (${target} ${over === 'in' ? 'in' : 'of'} ${source}) ${braced(tree.body, head)}`;
}

function renderEachTarget(tree: EachTarget, place: Place): string {
  if (tree.kind === 'declare') return `${tree.as} ${declared(tree.as, tree.name, place)}`;
  if (tree.kind === 'assign') return renderTarget(tree.target, place);
  return `${tree.as} ${renderPattern(tree.pattern, place, (_, name) => place.names.declare(name, place.counter))}`;
}

function renderSwitch(tree: Extract<StatementTree, { kind: 'switch' }>, place: Place): string {
  const label = tree.label ? `L${place.counter.next()}` : null;
  const subject = renderChoice(tree.subject, place);
  const within: Place = { ...withJump(place, { label, kind: 'switch' }), names: place.names.block() };
  let hasDefault = false;
  const cases = tree.cases.map(({ test, body }) => {
    const isDefault = test === null && !hasDefault;
    if (isDefault) hasDefault = true;
    const head = isDefault ? 'default' : `case ${test === null ? '1' : renderChoice(test, within)}`;
    return `${head}:\n${renderBlock(body, within)}`;
  });
  return `${label === null ? '' : `${label}: `}switch (${subject}) {\n${cases.join('')}}`;
}

/** Few different literals, so that cases are met. */
function renderChoice(tree: ExprTree, place: Place): string {
  return tree.kind === 'literal' ? String(tree.pick % 3) : renderExpr(tree, place);
}

function renderJump(tree: Extract<StatementTree, { kind: 'jump' }>, place: Place): string {
  const fits = place.jumps.filter((jump) => {
    if (tree.jump === 'continue') return jump.kind === 'loop';
    return tree.named ? jump.label !== null : jump.kind !== 'block';
  });
  const labelled = fits.filter((jump) => jump.label !== null);
  if (tree.named && labelled.length > 0) return `${tree.jump} ${choose(labelled, tree.target)?.label ?? ''};`;
  const bare = fits.some((jump) => jump.kind !== 'block');
  return bare ? `${tree.jump};` : `log(${place.counter.next()});`;
}

function renderTry(tree: Extract<StatementTree, { kind: 'try' }>, place: Place): string {
  const body = braced(tree.body, place);
  const handler = tree.handler === null ? '' : ` ${renderHandler(tree.handler, place)}`;
  const cleanup = tree.cleanup === null && tree.handler !== null ? '' : ` finally ${braced(tree.cleanup ?? [], place)}`;
  return `try ${body}${handler}${cleanup}`;
}

/** What an engine says in its errors is not comparable; what a program says is. */
function renderHandler(tree: HandlerTree, place: Place): string {
  const names = place.names.block();
  const within: Place = { ...place, names, isFunctionBody: false };
  if (tree.param === 'none') return `catch {\nlog(${place.counter.next()});\n${renderBlock(tree.body, within)}}`;
  if (tree.param === 'pattern') {
    const name = names.declare(1, place.counter);
    return `catch ({ a: ${name} = 'none' }) {\nlog(${place.counter.next()}, ${name});\n${renderBlock(tree.body, within)}}`;
  }
  const error = `e${place.counter.next()}`;
  const name = names.declare(2, place.counter);
  const body = renderBlock(tree.body, within);
  return `catch (${error}) {\nlet ${name} = log(${place.counter.next()}, nameOf(${error}));\n${body}}`;
}

/** In a block of sloppy code a function declaration would also be a variable of the whole function. */
function renderFunction(tree: Extract<StatementTree, { kind: 'function' }>, place: Place): string {
  const name = `f${place.counter.next()}`;
  const { async, generator } = tree.fn;
  const text = renderFunctionDeclaration(tree.fn, name, place);
  place.names.addFunction({ name, async, generator });
  return place.strict || place.isFunctionBody ? text : `const ${name} = ${text};`;
}
