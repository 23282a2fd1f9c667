import { IntList } from '#core/int-list';
import type { PointsTo } from './points-to';

/**
 * How declared types are made of each other. Most lead to no class: what they describe matters to no call, and only the
 * others become constraints of the solver.
 */
export class TypeFlow {
  /** Records of where from, where to, and the property of a part, or one of `noParts`. */
  private readonly steps = new IntList();
  private readonly reached = new Set<number>();
  private readonly waiting: number[] = [];

  constructor(private readonly pointsTo: PointsTo) {}

  /** An instance of a class is one of the values of a type. */
  instance(object: number, to: number): void {
    this.pointsTo.add(to, object);
    this.reach(ofVariable(to));
  }

  /** The value of a variable, a class, is of the type. */
  value(from: number, to: number): void {
    this.pointsTo.copy(from, to);
    this.reach(ofVariable(to));
  }

  /** Values of one type are values of another. */
  copy(from: number, to: number): void {
    this.steps.push(ofVariable(from), ofVariable(to), noParts.copy);
  }

  /** A property of a declared object has a type. */
  part(from: number, object: number, property: number): void {
    this.steps.push(ofVariable(from), ofObject(object), property);
  }

  /** A declared object is one of the values of a type. */
  shape(object: number, to: number): void {
    this.steps.push(ofObject(object), ofVariable(to), noParts.shape);
  }

  /** Constrains the solver by all that leads to classes. */
  run(): void {
    const steps = this.steps.toArray();
    const stepsFrom = new Map<number, number[]>();
    for (let at = 0; at < steps.length; at += stepWidth) {
      const list = stepsFrom.get(steps[at]!);
      if (list === undefined) stepsFrom.set(steps[at]!, [at]);
      else list.push(at);
    }
    for (let from = this.waiting.pop(); from !== undefined; from = this.waiting.pop()) {
      for (const at of stepsFrom.get(from) ?? []) {
        this.apply(from >> 1, steps[at + 1]! >> 1, steps[at + 2]!);
        this.reach(steps[at + 1]!);
      }
    }
  }

  private apply(from: number, to: number, how: number): void {
    const { pointsTo } = this;
    if (how === noParts.copy) pointsTo.copy(from, to);
    else if (how === noParts.shape) pointsTo.add(to, from);
    else pointsTo.copy(from, pointsTo.field(to, how));
  }

  private reach(to: number): void {
    if (this.reached.has(to)) return;
    this.reached.add(to);
    this.waiting.push(to);
  }
}

const stepWidth = 3;
const noParts = { copy: -1, shape: -2 } as const;

function ofVariable(variable: number): number {
  return variable << 1;
}

function ofObject(object: number): number {
  return (object << 1) | 1;
}
