/** Many sets of integers, most of them small: lists while they are short, hashed when they grow. */
export class IntSets {
  private readonly lists: (number[] | undefined)[] = [];
  private readonly hashed = new Map<number, Set<number>>();

  has(set: number, member: number): boolean {
    const hashed = this.hashed.get(set);
    return hashed === undefined ? (this.lists[set]?.includes(member) ?? false) : hashed.has(member);
  }

  /** True when the member is new. */
  add(set: number, member: number): boolean {
    const list = this.lists[set];
    if (list === undefined) {
      this.lists[set] = [member];
      return true;
    }
    if (list.length < shortest) {
      if (list.includes(member)) return false;
      list.push(member);
      return true;
    }
    let hashed = this.hashed.get(set);
    if (hashed === undefined) this.hashed.set(set, (hashed = new Set(list)));
    if (hashed.has(member)) return false;
    hashed.add(member);
    list.push(member);
    return true;
  }

  size(set: number): number {
    return this.lists[set]?.length ?? 0;
  }

  /** In the order of insertion. */
  of(set: number): readonly number[] {
    return this.lists[set] ?? [];
  }

  /** Also visits what is added meanwhile. */
  forEach(set: number, visit: (member: number) => void): void {
    const list = this.lists[set];
    if (list !== undefined) for (let i = 0; i < list.length; i++) visit(list[i]!);
  }
}

const shortest = 12;
