import { callStatements } from './call-statements';
import { Choices } from './choices';
import { collectionStatements } from './collection-statements';
import { Line } from './line';
import { join, same, type Pair } from './pair';
import { Scope, type Sort } from './scope';
import { finish, simpleStatements } from './simple-statements';

/** A program, line by line in two forms: as the analysis reads it, and as it is run under observation. */
export interface RunningProgram {
  readonly plain: string;
  readonly traced: string;
}

/**
 * One statement per line, every line with a name, so that a line says which nodes are meant. `more` functions besides the first
 * make variables that hold several.
 */
export function runningProgram(tape: readonly number[], more = 0): RunningProgram {
  return new Writer(new Choices(tape)).program(more);
}

/** Most lines of the functions that every program starts with, and of what comes after them. */
const limits = { declarations: 70, main: 60 } as const;

type Result = 'number' | 'object';

class Writer {
  private readonly plain: string[] = [];
  private readonly traced: string[] = [];
  private readonly generators: string[] = [];
  private names = 0;
  private limit: number = limits.declarations;

  constructor(private readonly choices: Choices) {}

  program(more: number): RunningProgram {
    const scope = new Scope(null, null);
    for (const sort of ['number', 'object', 'object', 'numbers', 'objects', 'map'] as const) this.made(scope, sort);
    this.fn(scope, 'f0', 'function');
    for (let i = 1; i <= more; i++) this.fn(scope, `f${i}`, 'function');
    this.fn(scope, 'm0', 'maker');
    this.classes(scope);
    if (this.choices.chance(70)) this.generator(scope);
    for (const sort of ['object', 'object', 'functions'] as const) this.made(scope, sort);
    for (let i = 1; i < more; i++) this.made(scope, 'functions');
    this.limit = this.plain.length + limits.main;
    while (this.plain.length < this.limit && !this.choices.isOver) this.guarded(scope, 6);
    return { plain: `${this.plain.join('\n')}\n`, traced: `${this.traced.join('\n')}\n` };
  }

  /** A variable whose first value cannot fail. */
  private made(scope: Scope, sort: Sort): void {
    this.line((line) => {
      const { text, declares } = line.declare(sort, line.expressions.made(scope, sort));
      for (const variable of declares) scope.add(variable);
      return text;
    });
  }

  /** Without a guard most programs would end at their first error. */
  private guarded(scope: Scope, count: number): void {
    this.line(() => same('try {'));
    this.statements(scope.block(), count, 2);
    const inside = scope.block();
    const name = this.fresh('e');
    this.line(({ at }) => ({
      plain: `} catch (${name}) {`,
      traced: `} catch ($e) { let ${name} = $.box('${at}', $.caught('${at}', $e));`,
    }));
    inside.add({ name, sort: 'object' });
    if (this.choices.chance(50)) this.statements(inside, 1, 1);
    this.end();
  }

  private statements(scope: Scope, count: number, depth: number): void {
    const wanted = 1 + this.choices.below(count);
    for (let i = 0; i < wanted && this.plain.length < this.limit; i++) {
      if (depth > 0 && this.choices.chance(25)) this.compound(scope, depth);
      else this.simple(scope);
    }
  }

  private simple(scope: Scope): void {
    const lists = [simpleStatements, callStatements, callStatements, collectionStatements];
    const write = this.choices.pick(this.choices.pick(lists) ?? []);
    this.line((line) => {
      const written = write?.(line, scope) ?? null;
      for (const variable of written?.declares ?? []) scope.add(variable);
      return written?.text ?? same(';');
    });
  }

  private compound(scope: Scope, depth: number): void {
    switch (this.choices.below(5)) {
      case 0:
        return this.branch(scope, depth);
      case 1:
        return this.loop(scope, depth);
      case 2:
        return this.each(scope, depth);
      case 3:
        return this.guarded(scope, 2);
      default:
        return this.fn(scope, this.fresh('h'), this.choices.chance(50) ? 'function' : 'maker');
    }
  }

  private branch(scope: Scope, depth: number): void {
    this.line(({ expressions }) => join`if (${expressions.number(scope, 2)} > 1) {`);
    this.statements(scope.block(), 2, depth - 1);
    if (this.choices.chance(50)) {
      this.line(() => same('} else {'));
      this.statements(scope.block(), 2, depth - 1);
    }
    this.end();
  }

  private loop(scope: Scope, depth: number): void {
    const name = this.fresh('i');
    this.line(({ at }) => ({
      plain: `for (let ${name} = 0; ${name} < 2; ${name}++) {`,
      traced: `for (let $i = 0; $i < 2; $i++) { let ${name} = $.box('${at}', $i);`,
    }));
    const inside = scope.block();
    inside.add({ name, sort: 'number' });
    this.statements(inside, 2, depth - 1);
    this.end();
  }

  private each(scope: Scope, depth: number): void {
    const name = this.fresh('x');
    const sort = this.choices.chance(60) ? 'number' : 'object';
    const generator = sort === 'number' && this.choices.chance(50) ? this.generators[0] : undefined;
    this.line((line) => {
      const list = line.expressions.holder(scope, sort === 'number' ? 'numbers' : 'objects');
      const source = generator === undefined ? list : line.call(generator, generator, [], line.args(scope));
      return {
        plain: `for (const ${name} of ${source.plain}) {`,
        traced: `for (const $x of ${line.traced('each', source)}) { let ${name} = $.box('${line.at}', $x);`,
      };
    });
    const inside = scope.block();
    inside.add({ name, sort });
    this.statements(inside, 2, depth - 1);
    this.end();
  }

  /** A function in a variable: what comes after it can call it, and it can call itself. */
  private fn(scope: Scope, name: string, sort: 'function' | 'maker'): void {
    if (sort === 'function' && name === 'f0') scope.add({ name, sort });
    const header = this.header(
      (params) => `let ${name} = (${params}) => {`,
      (at, params) => `let ${name} = $.box('${at}', (${params}) => {`,
    );
    this.body(header, new Scope(scope, sort === 'function' ? 'number' : 'object'));
    this.line(() => ({ plain: '};', traced: '});' }));
    if (name !== 'f0') scope.add({ name, sort });
  }

  private generator(scope: Scope): void {
    const name = this.fresh('gen');
    const header = this.header((params) => `function* ${name}(${params}) {`);
    this.body(header, new Scope(scope, 'number', true));
    this.end();
    this.generators.push(name);
  }

  /** The first line of a function with the usual two parameters; returns its name. */
  private header(
    plain: (params: string) => string,
    traced: (at: string, params: string) => string = (_, params) => plain(params),
  ): string {
    let name = '';
    this.line(({ at }) => {
      name = at;
      const entered = `$.enter('${at}'); let x${at} = $.box('in:${at}', $x); let y${at} = $.box('in:${at}', $y);`;
      return { plain: plain(`x${at}, y${at}`), traced: `${traced(at, '$x, $y')} ${entered}` };
    });
    return name;
  }

  private body(header: string, inside: Scope): void {
    inside.add({ name: `x${header}`, sort: 'number' });
    inside.add({ name: `y${header}`, sort: 'object' });
    this.statements(inside, 3, 1);
    this.line((line) => finish(line, inside)?.text ?? same(';'));
  }

  private method(scope: Scope, name: string, result: Result): void {
    this.body(
      this.header((params) => `${name}(${params}) {`),
      new Scope(scope, result, false, true),
    );
    this.end();
  }

  private classes(scope: Scope): void {
    this.line(() => same('class Base {'));
    this.initialiser(false);
    this.method(scope, 'count', 'number');
    this.end();
    this.line(() => same('class K extends Base {'));
    this.initialiser(true);
    this.method(scope, 'make', 'object');
    this.accessors(scope);
    this.end();
    this.line(({ at }) => ({ plain: 'K.total = 0;', traced: `$.set('${at}', K, 'total', 0);` }));
    this.line((line) => {
      const args: [Pair, Pair] = [line.expressions.number(scope, 0), line.expressions.holder(scope, 'object')];
      const { text, declares } = line.declare('instance', line.call('new K', 'new K', [], args));
      for (const variable of declares) scope.add(variable);
      return text;
    });
  }

  /** Keeps its arguments in `n` and `o`; a derived one hands them on first. */
  private initialiser(derived: boolean): void {
    const header = this.header((params) => `constructor(${params}) {`);
    if (derived) {
      this.line(({ at, expressions }) => {
        const args = [expressions.variable(`x${header}`), expressions.variable(`y${header}`)] as const;
        const { plain, traced } = join`super(${args[0]}, ${args[1]})`;
        return { plain: `${plain};`, traced: `$.call('${at}', () => ${traced});` };
      });
    }
    this.keep('n', `x${header}`);
    this.keep('o', `y${header}`);
    this.end();
  }

  private accessors(scope: Scope): void {
    this.line(({ at }) => ({ plain: 'get g() {', traced: `get g() { $.enter('${at}');` }));
    this.line((line) => finish(line, new Scope(scope, 'number', false, true))?.text ?? same(';'));
    this.end();
    let param = '';
    this.line(({ at }) => {
      param = `x${at}`;
      return {
        plain: `set g(${param}) {`,
        traced: `set g($x) { $.enter('${at}'); let ${param} = $.box('in:${at}', $x);`,
      };
    });
    this.keep('n', param);
    this.end();
  }

  private keep(field: string, variable: string): void {
    this.line((line) => {
      const value = line.expressions.variable(variable);
      return {
        plain: `this.${field} = ${value.plain};`,
        traced: `${line.traced('set', same('this'), same(`'${field}'`), value)};`,
      };
    });
  }

  private end(): void {
    this.line(() => same('}'));
  }

  private fresh(prefix: string): string {
    return `${prefix}${this.names++}`;
  }

  private line(write: (line: Line) => Pair): void {
    const at = `n${this.plain.length + 1}`;
    const { plain, traced } = write(new Line(this.choices, at, (prefix) => this.fresh(prefix)));
    this.plain.push(`${plain} // [${at}]`);
    this.traced.push(traced);
  }
}
