import type { PointsTo } from './points-to';

/**
 * How declared types are made of each other. Most lead to no class: what they describe matters to no call, and only the
 * others become constraints of the solver.
 */
export class TypeFlow {
  private readonly steps = new Map<string, Step[]>();
  private readonly reached = new Set<string>();
  private readonly waiting: string[] = [];

  constructor(private readonly pointsTo: PointsTo) {}

  /** An instance of a class is one of the values of a type. */
  instance(object: number, to: number): void {
    this.pointsTo.add(to, object);
    this.reach(`${to}`);
  }

  /** The value of a variable, a class, is of the type. */
  value(from: number, to: number): void {
    this.pointsTo.copy(from, to);
    this.reach(`${to}`);
  }

  /** Values of one type are values of another. */
  copy(from: number, to: number): void {
    this.step(`${from}`, `${to}`, () => this.pointsTo.copy(from, to));
  }

  /** A property of a declared object has a type. */
  part(from: number, object: number, property: number): void {
    this.step(`${from}`, `#${object}`, () => this.pointsTo.copy(from, this.pointsTo.field(object, property)));
  }

  /** A declared object is one of the values of a type. */
  shape(object: number, to: number): void {
    this.step(`#${object}`, `${to}`, () => this.pointsTo.add(to, object));
  }

  /** Constrains the solver by all that leads to classes. */
  run(): void {
    for (let at = this.waiting.pop(); at !== undefined; at = this.waiting.pop()) {
      for (const { to, apply } of this.steps.get(at) ?? []) {
        apply();
        this.reach(to);
      }
    }
    this.steps.clear();
  }

  private step(from: string, to: string, apply: () => void): void {
    const list = this.steps.get(from);
    if (list === undefined) this.steps.set(from, [{ to, apply }]);
    else list.push({ to, apply });
  }

  private reach(to: string): void {
    if (this.reached.has(to)) return;
    this.reached.add(to);
    this.waiting.push(to);
  }
}

interface Step {
  readonly to: string;
  readonly apply: () => void;
}
