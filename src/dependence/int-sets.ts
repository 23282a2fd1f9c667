/** Many sets of integers, most of them small: lists while they are short, hashed when they grow. */
export class IntSets {
  private readonly lists: (number[] | undefined)[] = [];
  private readonly hashed = new Map<number, Set<number>>();

  has(set: number, member: number): boolean {
    const list = this.lists[set];
    if (list === undefined) return false;
    if (list.length > longestList) return this.hashed.get(set)!.has(member);
    for (let i = 0; i < list.length; i++) if (list[i] === member) return true;
    return false;
  }

  /** True when the member is new. */
  add(set: number, member: number): boolean {
    if (this.has(set, member)) return false;
    this.addNew(set, member);
    return true;
  }

  /** The member must not be there yet. */
  addNew(set: number, member: number): void {
    const list = this.lists[set];
    if (list === undefined) {
      // An array with gaps would become a hash table.
      while (this.lists.length < set) this.lists.push(undefined);
      this.lists[set] = [member];
      return;
    }
    list.push(member);
    if (list.length === longestList + 1) this.hashed.set(set, new Set(list));
    else if (list.length > longestList) this.hashed.get(set)!.add(member);
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

const longestList = 12;
