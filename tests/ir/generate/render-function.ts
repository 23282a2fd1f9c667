import { assertNever } from '#core/diagnostics';
import type { Place, PrivateMember } from './place';
import { choose } from './place';
import type { ClassTree, FunctionTree, KeyTree, MemberTree } from './program-tree';
import { renderArgs, renderExpr, renderKey, renderPattern } from './render-expression';
import { renderBlock } from './render-statement';

type Flavour = Pick<FunctionTree, 'async' | 'generator'>;
const plain: Flavour = { async: false, generator: false };

export function renderFunctionDeclaration(fn: FunctionTree, name: string, place: Place): string {
  const { async, generator } = fn;
  const head = `${async ? 'async ' : ''}function${generator ? '*' : ''} ${name}`;
  return `${head}${paramsAndBody(fn, inside(place, fn, { arrow: false, hasSuper: false }))}`;
}

/** Never async: a promise that nobody waits for would fail outside of the program. */
export function renderFunctionExpression(fn: FunctionTree, place: Place): string {
  if (fn.arrow) {
    const within = inside(place, plain, { arrow: true, hasSuper: place.hasSuper });
    const params = renderParams(fn, plain, within);
    return `${params} => ${functionBlock(fn, within)}`;
  }
  const flavour = { async: false, generator: fn.generator };
  const name = `g${place.counter.next()}`;
  const within = inside(place, flavour, { arrow: false, hasSuper: false });
  within.names.addValue(name);
  return `function${fn.generator ? '*' : ''} ${name}${paramsAndBody({ ...fn, ...flavour }, within)}`;
}

export function renderMethod(kind: 'method' | 'get' | 'set', key: string, fn: FunctionTree, place: Place): string {
  if (kind === 'get') {
    const within = inside(place, plain, { arrow: false, hasSuper: true });
    return `get ${key}() ${functionBlock(fn, within)}`;
  }
  if (kind === 'set') {
    const within = inside(place, plain, { arrow: false, hasSuper: true });
    within.names.addValue('p0');
    return `set ${key}(p0) ${functionBlock(fn, within)}`;
  }
  const flavour = { async: false, generator: fn.generator };
  const within = inside(place, flavour, { arrow: false, hasSuper: true });
  return `${fn.generator ? '*' : ''}${key}${paramsAndBody({ ...fn, ...flavour }, within)}`;
}

export function renderClass(tree: ClassTree, name: string | null, place: Place): string {
  const parent = tree.parent === null ? undefined : choose(place.names.classes, tree.parent);
  const names = place.names.block();
  if (name !== null) names.addValue(name);
  const privates = tree.members.flatMap((member): PrivateMember[] =>
    member.kind.startsWith('private') ? [{ name: `#x${place.counter.next()}` }] : [],
  );
  const within: Place = { ...place, names, strict: true, privates: [...privates, ...place.privates] };
  const queue = [...privates];
  const members = tree.members.map((member) => renderMember(member, queue, within, place));
  const head = `class${name === null ? '' : ` ${name}`}${parent === undefined ? '' : ` extends ${parent}`}`;
  const own = tree.init === null ? [] : [renderConstructor(tree.init, parent !== undefined, within)];
  return `${head} {\n${[...own, ...members].join('\n')}\n}`;
}

function renderConstructor(tree: NonNullable<ClassTree['init']>, derived: boolean, place: Place): string {
  const within = inside(place, plain, { arrow: false, hasSuper: true });
  const params = renderParams(tree.fn, plain, within);
  const before = tree.before === null ? '' : `${renderExpr(tree.before, within)};\n`;
  const superCall = derived ? `super${renderArgs(tree.superArgs, within)};\n` : '';
  return `constructor${params} {\ntick();\n${before}${superCall}${renderBlock(tree.fn.body, within)}}`;
}

/** Computed keys belong to the place around the class; private names are handed out in order. */
function renderMember(member: MemberTree, privates: PrivateMember[], within: Place, around: Place): string {
  const keyPlace: Place = { ...within, async: around.async, generator: around.generator, privates: around.privates };
  // The keys of a class are strict code in a function that may not be: nothing that could tell is put there.
  const keyOf = (key: KeyTree): string => renderKey(around.strict ? key : { kind: 'name', pick: 0 }, keyPlace);
  const prefix = 'isStatic' in member && member.isStatic ? 'static ' : '';
  switch (member.kind) {
    case 'field':
      return `${prefix}${keyOf(member.key)}${initialiser(member.value, within)};`;
    case 'private-field':
      return `${prefix}${privates.shift()?.name ?? 'lost'}${initialiser(member.value, within)};`;
    case 'method':
    case 'get':
    case 'set':
      return prefix + renderMethod(member.kind, keyOf(member.key), member.fn, within);
    case 'private-method':
      return prefix + renderMethod('method', privates.shift()?.name ?? 'lost', member.fn, within);
    case 'private-get':
      return prefix + renderMethod('get', privates.shift()?.name ?? 'lost', member.fn, within);
    case 'static-block': {
      const block = {
        ...inside(within, plain, { arrow: false, hasSuper: true }),
        mayReturn: false,
        mayUseArguments: false,
        initialises: true,
      };
      return `static {\n${renderBlock(member.body, block)}}`;
    }
    default:
      return assertNever(member);
  }
}

function initialiser(value: Extract<MemberTree, { kind: 'field' }>['value'], place: Place): string {
  const within = {
    ...inside(place, plain, { arrow: false, hasSuper: true }),
    mayUseArguments: false,
    initialises: true,
  };
  return value === null ? '' : ` = (tick(), ${renderExpr(value, within)})`;
}

function inside(place: Place, flavour: Flavour, how: { readonly arrow: boolean; readonly hasSuper: boolean }): Place {
  return {
    ...place,
    names: place.names.functionBody(),
    async: flavour.async,
    generator: flavour.generator,
    isFunctionBody: true,
    mayReturn: true,
    mayUseArguments: how.arrow ? place.mayUseArguments : true,
    hasSuper: how.hasSuper,
    initialises: false,
    jumps: [],
  };
}

function paramsAndBody(fn: FunctionTree, within: Place): string {
  const params = renderParams(fn, fn, within);
  return `${params} ${functionBlock(fn, within)}`;
}

/** A default value sees the parameters before it, and neither yields nor waits. */
function renderParams(fn: FunctionTree, flavour: Flavour, within: Place): string {
  const place: Place = { ...within, async: false, generator: false };
  const params = fn.params.map((param, index) => {
    // A generator takes its parameters apart when it is called, before its graph is entered.
    if (param.kind === 'name' || flavour.generator) {
      const fallback = param.kind === 'name' && !flavour.generator ? param.fallback : null;
      const shown = fallback === null ? '' : ` = ${renderExpr(fallback, place)}`;
      within.names.addValue(`p${index}`);
      return `p${index}${shown}`;
    }
    return renderPattern(param.pattern, place, (_, name) => within.names.declare(name, place.counter));
  });
  if (fn.rest) {
    within.names.addValue('p9');
    params.push('...p9');
  }
  return `(${params.join(', ')})`;
}

function functionBlock(fn: FunctionTree, within: Place): string {
  const body = renderBlock(fn.body, within);
  const result = fn.result === null ? '' : `return ${renderExpr(fn.result, within)};\n`;
  return `{\ntick();\n${body}${result}}`;
}
