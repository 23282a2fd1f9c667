import type MagicString from 'magic-string';
import type { Class, ClassElement, Node, Program } from 'oxc-parser';
import { CallBrackets, type CallPlace } from './call-brackets';
import { fieldsSite, firstStaticPart, isField, isRuntimeElement, type FieldsSite } from './class-sites';
import { isRuntimeNode, runtimeChildren } from './list-functions';
import { mayWrapBody } from './may-wrap-body';
import type { FunctionNode, Numbering, PlacerRequest } from './placer-request';
import type { Brackets, Probes } from './probes';
import type { CallKinds } from './quiet-calls';
import {
  afterDirectives,
  arrowEnd,
  isCall,
  isDirective,
  isImportPattern,
  isLoopOverIterator,
  isSuperCall,
  partsInOrder,
  partsOfCall,
  skippedTogether,
  startWithDecorators,
} from './syntax-parts';

interface ClassParts {
  readonly fields: number;
  readonly statics: number;
  readonly site: FieldsSite | null;
}

/** Writes the probes into the text. Nodes are visited in the order of the source, so texts at one offset keep it, too. */
export class ProbePlacer {
  readonly #text: MagicString;
  readonly #tree: Program;
  readonly #probes: Probes;
  readonly #numbers: Numbering;
  readonly #calls: CallKinds;
  readonly #watch: PlacerRequest['watch'];
  /** Set by a call in the module's body that got no probe: the statement that it is in gets one. */
  #owes = false;
  readonly #brackets: CallBrackets;

  constructor(request: PlacerRequest) {
    this.#text = request.text;
    this.#tree = request.tree;
    this.#probes = request.probes;
    this.#numbers = request.numbers;
    this.#calls = request.calls;
    this.#watch = (node, fn) => request.watch(node, fn);
    this.#brackets = new CallBrackets(request.probes, request.calls, request.text.original);
  }

  module(): void {
    const tree = this.#tree;
    const directives = tree.body.filter((statement) => isDirective(statement));
    const last = directives.at(-1);
    const first = tree.body[directives.length];
    this.#insert(
      first?.start ?? last?.end ?? tree.hashbang?.end ?? 0,
      `${last === undefined ? '' : ';'}${this.#probes.prologue}`,
    );
    const place: CallPlace = { fn: 0, at: 'module', mayHold: false, once: true, quiet: false };
    for (const statement of tree.body) {
      this.#owes = false;
      this.#statement(statement, place);
      if (this.#owes) this.#insert(statement.end, `;${this.#probes.landing(0)}`);
    }
    const end = tree.body.at(-1)?.end;
    if (end !== undefined && end !== last?.end) this.#insert(end, this.#probes.epilogue);
  }

  #insert(offset: number, text: string): void {
    if (text !== '') this.#text.appendLeft(offset, text);
  }

  #around(node: Node, brackets: Brackets | null, inside: () => void): void {
    if (brackets === null) {
      inside();
      return;
    }
    // `return(f)()` has no space that would keep its word apart from ours.
    const glued = /[\w$\u0080-\uffff]/.test(this.#text.original[node.start - 1] ?? '');
    // The commas of a sequence would be those of arguments.
    const [open, close] = node.type === 'SequenceExpression' ? ['(', ')'] : ['', ''];
    this.#insert(node.start, `${glued ? ' ' : ''}${brackets.open}${open}`);
    inside();
    this.#insert(node.end, `${close}${brackets.close}`);
  }

  #children(node: Node, place: CallPlace): void {
    for (const child of runtimeChildren(node)) this.#node(child, place);
  }

  #statements(nodes: readonly Node[], place: CallPlace): void {
    for (const node of nodes) this.#statement(node, place);
  }

  /** A statement of a list, where more statements may follow it. */
  #statement(node: Node, place: CallPlace): void {
    if (!isRuntimeNode(node)) return;
    if (isSuperCall(node)) {
      // Compilers of parameter properties look for `super()` as a statement.
      if (node.type === 'ExpressionStatement') this.#children(node.expression, place);
      this.#insert(node.end, `;${this.#probes.landing(place.fn)}`);
      return;
    }
    this.#node(node, place);
    if (isLoopOverIterator(node)) this.#insert(node.end, this.#probes.landing(place.fn));
  }

  #node(node: Node, place: CallPlace): void {
    this.#brackets.begin(node);
    switch (node.type) {
      case 'FunctionDeclaration':
      case 'FunctionExpression':
      case 'ArrowFunctionExpression':
        this.#function(node, place);
        return;
      case 'ClassDeclaration':
      case 'ClassExpression':
        this.#class(node, place);
        return;
      case 'Decorator':
        this.#children(node, { ...place, quiet: true });
        return;
      case 'TSModuleDeclaration':
        this.#namespace(node, place);
        return;
      case 'BlockStatement':
      case 'StaticBlock':
        this.#statements(node.body, place);
        return;
      case 'SwitchCase':
        if (node.test !== null) this.#node(node.test, place);
        this.#statements(node.consequent, place);
        return;
      case 'CatchClause':
        if (node.param !== null) this.#node(node.param, place);
        this.#landing(node.body, place);
        return;
      case 'TryStatement':
        this.#node(node.block, place);
        if (node.handler !== null) this.#node(node.handler, place);
        if (node.finalizer !== null) this.#landing(node.finalizer, place);
        return;
      case 'ExpressionStatement':
        this.#effect(node.expression, place);
        return;
      case 'ForOfStatement':
        this.#node(node.left, place);
        this.#node(node.right, place);
        this.#loopBody(node.body, place);
        return;
      default:
        this.#expression(node, place);
    }
  }

  /** An expression whose value nobody uses. */
  #effect(node: Node, place: CallPlace): void {
    if (node.type === 'ChainExpression') this.#chain(node, place, 'statement');
    else if (isCall(node)) this.#call(node, place, true);
    else this.#node(node, place);
  }

  #expression(node: Node, place: CallPlace): void {
    switch (node.type) {
      case 'CallExpression':
      case 'NewExpression':
      case 'TaggedTemplateExpression':
        this.#call(node, place, false);
        return;
      case 'ChainExpression':
        this.#chain(node, place, 'value');
        return;
      case 'UnaryExpression':
        if (node.operator === 'delete' && node.argument.type === 'ChainExpression')
          this.#chain(node.argument, place, 'open');
        else this.#children(node, place);
        return;
      case 'AwaitExpression':
      case 'YieldExpression':
        this.#suspension(node, place);
        return;
      case 'ImportExpression':
        this.#import(node, place);
        return;
      case 'MemberExpression':
        this.#around(node, this.#brackets.aroundPart(node), () => this.#children(node, place));
        return;
      default:
        this.#children(node, place);
    }
  }

  /** What is written out, or put together of texts, tools look at before it runs. */
  #import(node: Extract<Node, { type: 'ImportExpression' }>, place: CallPlace): void {
    const { source } = node;
    this.#around(source, isImportPattern(source) ? null : this.#probes.importing, () => this.#node(source, place));
    if (node.options !== null) this.#node(node.options, place);
  }

  #call(node: Node, place: CallPlace, isStatement: boolean): void {
    const kind = place.quiet ? 'quiet' : this.#calls.kindOf(node, place.at === 'module');
    if (kind === 'untouched') this.#owes = true;
    const brackets = kind === 'probed' ? this.#brackets.around(node, place, isStatement) : null;
    if (isStatement) this.#brackets.beginStatementCall(node, place);
    this.#around(node, brackets, () => this.#callParts(node, place));
  }

  #callParts(node: Node, place: CallPlace, links: readonly Node[] = []): void {
    const arrival = isCall(node) ? this.#brackets.beginCall(node, place) : null;
    const { called, first } = partsOfCall(node);
    for (const child of partsInOrder(node)) {
      if (links.includes(child)) this.#callParts(child, place, links);
      // A chain that is called must stay a member access, or the call loses its `this`.
      else if (child === called && child.type === 'ChainExpression') this.#chain(child, place, 'open');
      else if (child === first && arrival !== null) this.#firstArgument(child, arrival, place);
      else this.#node(child, place);
    }
    if (first === null && arrival !== null) this.#insert(node.end - 1, `...(${arrival},[])`);
  }

  #firstArgument(node: Node, arrival: string, place: CallPlace): void {
    const value = node.type === 'SpreadElement' ? node.argument : node;
    this.#around(value, { open: `(${arrival},`, close: ')' }, () => this.#node(value, place));
  }

  /** Inside an optional chain nothing can be put around a part, as the rest would no longer be skipped with it. */
  #chain(node: Extract<Node, { type: 'ChainExpression' }>, place: CallPlace, as: 'value' | 'statement' | 'open'): void {
    const links = skippedTogether(node.expression);
    const calls = links.some((link) => link.type === 'CallExpression' && this.#calls.kindOf(link, false) === 'probed');
    const mayWrap = calls && as !== 'open' && !place.quiet;
    const brackets = mayWrap ? this.#brackets.around(node, place, as === 'statement') : this.#brackets.aroundPart(node);
    this.#around(node, brackets, () => this.#callParts(node.expression, place, links));
  }

  #suspension(node: Extract<Node, { type: 'AwaitExpression' | 'YieldExpression' }>, place: CallPlace): void {
    if (this.#calls.isHoistedByTools(node)) {
      this.#children(node, place);
      return;
    }
    const { operand, whole } =
      place.at === 'module' && place.fn === 0 ? this.#probes.moduleSuspension : this.#probes.suspension(place.fn);
    this.#around(node, this.#brackets.aroundResumed(node, whole), () => {
      const { argument } = node;
      if (argument === null) return;
      const delegates = node.type === 'YieldExpression' && node.delegate;
      this.#around(argument, delegates ? null : operand, () => this.#node(argument, place));
    });
  }

  #landing(block: Extract<Node, { type: 'BlockStatement' }>, place: CallPlace): void {
    this.#insert(block.start + 1, this.#probes.landing(place.fn));
    this.#node(block, place);
  }

  #loopBody(body: Node, place: CallPlace): void {
    const landing = this.#probes.landing(place.fn);
    if (body.type === 'BlockStatement') this.#landing(body, place);
    else this.#around(body, { open: `{${landing}`, close: ';}' }, () => this.#node(body, place));
  }

  /** `first` are statements to put before all others. */
  #function(node: FunctionNode, outer: CallPlace, first = ''): void {
    const { body } = node;
    if (body === null) return;
    const fn = this.#numbers.ofFunction(node) ?? outer.fn;
    // What is held would stay for as long as the function waits.
    const once = this.#brackets.runsOnce(node);
    const mayHold = !once && body.type === 'BlockStatement' && !node.async && !node.generator;
    const place: CallPlace = { fn, at: 'body', mayHold, once, quiet: false };
    for (const param of node.params) {
      for (const decorator of 'decorators' in param ? (param.decorators ?? []) : []) this.#node(decorator, outer);
      this.#parameter(param, { ...place, at: 'parameters' });
    }
    const watch = this.#watch(node, fn);
    if (body.type === 'BlockStatement') {
      const brackets = this.#probes.body(fn, mayWrapBody(node));
      this.#insert(...afterDirectives(body, first + brackets.open + (watch === null ? '' : `${watch};`)));
      const holds = this.#brackets.holding(() => this.#statements(body.body, place));
      this.#insert(body.end - 1, brackets.close + (holds ? this.#probes.hold : ''));
      return;
    }
    const brackets = this.#probes.arrow(fn);
    const watched = watch === null ? null : { open: `(${watch},`, close: ')' };
    const inside = (): void => this.#around(body, watched, () => this.#node(body, place));
    if (brackets.from === 'expression') {
      this.#around(body, brackets, inside);
      return;
    }
    if (node.type === 'ArrowFunctionExpression') this.#insert(arrowEnd(this.#text.original, node), brackets.open);
    inside();
    this.#insert(node.end, brackets.close);
  }

  #parameter(param: Node, place: CallPlace): void {
    for (const child of param.type === 'Identifier' ? [] : runtimeChildren(param))
      if (child.type !== 'Decorator') this.#node(child, place);
  }

  #class(node: Class, place: CallPlace): void {
    for (const decorator of node.decorators) this.#node(decorator, place);
    if (node.superClass !== null) this.#node(node.superClass, place);
    const fields = this.#numbers.ofClass(node.body, 'fields');
    const statics = this.#numbers.ofClass(node.body, 'static');
    const firstStatic = firstStaticPart(node);
    const ends = statics === undefined ? { open: '', close: '' } : this.#probes.body(statics, false);
    const parts: ClassParts = {
      fields: fields ?? place.fn,
      statics: statics ?? place.fn,
      site: fields === undefined ? null : fieldsSite(node),
    };
    for (const element of node.body.body) {
      if (!isRuntimeElement(element)) continue;
      if (element === firstStatic) this.#insert(startWithDecorators(element), `;static{${ends.open}}`);
      this.#classElement(element, parts, place);
    }
    // What is static has run when the class is there: control is back in the function that it is written in.
    if (firstStatic !== undefined)
      this.#insert(node.body.end - 1, `;static{${ends.close}${this.#probes.landing(place.fn)}}`);
  }

  #classElement(element: ClassElement, { fields, statics, site }: ClassParts, place: CallPlace): void {
    if ('decorators' in element) for (const decorator of element.decorators) this.#node(decorator, place);
    if ('computed' in element && element.computed) this.#node(element.key, place);
    if (element.type === 'StaticBlock') this.#node(element, { ...place, fn: statics, at: 'body', mayHold: false });
    if (element.type === 'MethodDefinition') {
      const entry = site?.kind === 'constructor' && site.method === element ? fields : null;
      const first = entry === null ? null : this.#probes.body(entry, false);
      this.#function(element.value, place, first === null ? '' : first.open + first.close);
    }
    if (!isField(element) || element.value === null) return;
    const { value } = element;
    const fn = element.static ? statics : fields;
    const first = site?.kind === 'values' && site.first === element ? this.#probes.firstField(fn) : null;
    const last = site?.kind === 'values' && site.last === element ? this.#probes.lastField(fn) : null;
    const inside = { ...place, fn, at: 'body', mayHold: false } as const;
    this.#around(value, first, () => this.#around(value, last, () => this.#node(value, inside)));
  }

  #namespace(node: Extract<Node, { type: 'TSModuleDeclaration' }>, outer: CallPlace): void {
    const { body } = node;
    if (body === null) return;
    const fn = this.#numbers.ofFunction(node) ?? outer.fn;
    const brackets = this.#probes.body(fn, false);
    this.#insert(body.start + 1, brackets.open);
    this.#statements(body.body, { ...outer, fn, at: 'body', mayHold: false });
    this.#insert(body.end - 1, brackets.close);
  }
}
