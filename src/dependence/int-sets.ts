/** Many sets of integers, most of them small: lists while they are short, with a hash table beside them when they grow. */
export class IntSets {
  private readonly lists: (number[] | undefined)[] = [];
  private readonly tables: (Int32Array | undefined)[] = [];

  has(set: number, member: number): boolean {
    const list = this.lists[set];
    if (list === undefined) return false;
    if (list.length > longestList) return isIn(this.tables[set]!, member);
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
    if (list.length > longestList) this.index(set, list);
  }

  /** The members that are to stay, in their order; who walks through the set meets all that were in it. */
  keep(set: number, isKept: (member: number) => boolean): void {
    const kept = this.of(set).filter(isKept);
    this.lists[set] = [];
    if (set < this.tables.length) this.tables[set] = undefined;
    for (const member of kept) this.addNew(set, member);
  }

  size(set: number): number {
    return this.lists[set]?.length ?? 0;
  }

  /** In the order of insertion. */
  of(set: number): readonly number[] {
    return this.lists[set] ?? [];
  }

  /** The last member of the list is not in the table yet; a table is at most half full. */
  private index(set: number, list: readonly number[]): void {
    const table = list.length === longestList + 1 ? undefined : this.tables[set];
    if (table !== undefined && list.length * 2 <= table.length) {
      insert(table, list[list.length - 1]!);
      return;
    }
    const grown = new Int32Array(table === undefined ? firstTable : table.length * 4);
    for (const member of list) insert(grown, member);
    while (this.tables.length < set) this.tables.push(undefined);
    this.tables[set] = grown;
  }
}

/** What a variable holds is never longer than this, but where it holds functions. */
const longestList = 16;
const firstTable = 64;

/** Slots hold a member plus one; 0 is free. */
function isIn(table: Int32Array, member: number): boolean {
  const mask = table.length - 1;
  for (let slot = slotOf(member) & mask; table[slot] !== 0; slot = (slot + 1) & mask) {
    if (table[slot] === member + 1) return true;
  }
  return false;
}

function insert(table: Int32Array, member: number): void {
  const mask = table.length - 1;
  let slot = slotOf(member) & mask;
  while (table[slot] !== 0) slot = (slot + 1) & mask;
  table[slot] = member + 1;
}

function slotOf(member: number): number {
  const mixed = Math.imul(member, 0x9e3779b1);
  return mixed ^ (mixed >>> 15);
}
