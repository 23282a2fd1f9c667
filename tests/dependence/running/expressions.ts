import type { Choices } from './choices';
import { join, same, type Pair } from './pair';
import type { Scope, Sort } from './scope';

/** Expressions without calls, at a line. */
export class Expressions {
  constructor(
    private readonly choices: Choices,
    private readonly at: string,
  ) {}

  variable(name: string): Pair {
    return { plain: name, traced: `$.read('${this.at}', ${name})` };
  }

  /** A variable of one of the sorts, or a new value where there is none. */
  holder(scope: Scope, ...sorts: [Sort, ...Sort[]]): Pair {
    const found = this.choices.pick(scope.of(...sorts));
    return found === undefined ? this.made(scope, sorts[0]) : this.variable(found.name);
  }

  of(scope: Scope, sort: Sort): Pair {
    if (sort === 'number') return this.number(scope, 2);
    if (sort === 'object') return this.object(scope, 2);
    return this.choices.chance(30) ? this.made(scope, sort) : this.holder(scope, sort);
  }

  number(scope: Scope, depth: number): Pair {
    const smaller = (): Pair => this.number(scope, depth - 1);
    switch (depth === 0 ? this.choices.below(2) : this.choices.below(9)) {
      case 0:
        return same(String(this.choices.below(5)));
      case 1:
        return this.holder(scope, 'number');
      case 2:
        return join`(${smaller()} + ${smaller()})`;
      case 3:
        return this.property(this.object(scope, depth - 1), 'n');
      case 4:
        return this.element(this.holder(scope, 'numbers'), this.number(scope, 0));
      case 5:
        return this.property(this.holder(scope, 'instance'), this.choices.chance(50) ? 'g' : 'n');
      case 6:
        return join`(${smaller()} > 1 ? ${smaller()} : ${smaller()})`;
      case 7:
        return join`(${smaller()} && ${smaller()})`;
      default:
        return this.property(this.holder(scope, 'numbers', 'objects'), 'length');
    }
  }

  object(scope: Scope, depth: number): Pair {
    const smaller = (): Pair => this.object(scope, depth - 1);
    switch (depth === 0 ? this.choices.below(3) : this.choices.below(8)) {
      case 0:
      case 1:
        return this.holder(scope, 'object', 'instance');
      case 2:
        return scope.hasThis ? same('this') : this.holder(scope, 'object');
      case 3:
        return this.property(smaller(), 'o');
      case 4:
        return this.element(this.holder(scope, 'objects'), same('0'));
      case 5:
        return join`(${smaller()} ?? ${smaller()})`;
      case 6:
        return join`(${this.number(scope, 1)} > 1 ? ${smaller()} : ${smaller()})`;
      default:
        return this.made(scope, 'object');
    }
  }

  property(object: Pair, name: string): Pair {
    return { plain: `${object.plain}.${name}`, traced: `$.get('${this.at}', ${object.traced}, '${name}')` };
  }

  element(list: Pair, key: Pair): Pair {
    return { plain: `${list.plain}[${key.plain}]`, traced: `$.get('${this.at}', ${list.traced}, ${key.traced})` };
  }

  /** A new object, array or map. Functions cannot be made in an expression. */
  made(scope: Scope, sort: Sort): Pair {
    switch (sort) {
      case 'numbers':
        return this.literal('[', [this.number(scope, 0), this.number(scope, 0)], ']');
      case 'objects':
        return this.literal('[', [this.holder(scope, 'object')], ']');
      case 'functions':
        return this.literal('[', [this.holder(scope, 'function'), this.holder(scope, 'function')], ']');
      case 'map':
        return same('new Map()');
      case 'object':
      case 'instance':
        return this.objectLiteral(scope);
      case 'number':
        return same(String(this.choices.below(9)));
      case 'function':
      case 'maker':
        return this.variable(sort === 'function' ? 'f0' : 'm0');
    }
  }

  private objectLiteral(scope: Scope): Pair {
    const parts = [join`n: ${this.number(scope, 0)}`];
    const held = (sort: Sort, percent: number): Pair | null => {
      const found = this.choices.pick(scope.of(sort));
      return found === undefined || !this.choices.chance(percent) ? null : this.variable(found.name);
    };
    const object = held('object', 90);
    if (object !== null) parts.push(join`o: ${object}`);
    const fn = held('function', 80);
    if (fn !== null) parts.push(join`f: ${fn}`);
    const copied = held('object', 20);
    if (copied !== null)
      parts.unshift({ plain: `...${copied.plain}`, traced: `...$.spread('${this.at}', ${copied.traced})` });
    return this.literal('({ ', parts, ' })');
  }

  private literal(open: string, parts: readonly Pair[], close: string): Pair {
    const form = (key: keyof Pair): string => `${open}${parts.map((part) => part[key]).join(', ')}${close}`;
    return { plain: form('plain'), traced: `$.made('${this.at}', ${form('traced')})` };
  }
}
