import { IntList } from '#core/int-list';

/** Sets of integers, each kept once: most variables hold what some other variable holds. */
export class SolvedSets {
  private readonly data = new IntList();
  private readonly offset = new IntList();
  private table = new Int32Array(64).fill(-1);
  private count = 0;

  constructor() {
    this.offset.push(0);
    this.add([]);
  }

  /** The number of the set with these members in this order; the empty one is 0. */
  add(members: readonly number[]): number {
    const mask = this.table.length - 1;
    let slot = hashOf(members) & mask;
    for (; this.table[slot]! >= 0; slot = (slot + 1) & mask) {
      if (this.isSame(this.table[slot]!, members)) return this.table[slot]!;
    }
    const id = this.count++;
    this.table[slot] = id;
    for (const member of members) this.data.push(member);
    this.offset.push(this.data.length);
    if (this.count * 2 > this.table.length) this.grow();
    return id;
  }

  arrays(): { setOffset: Int32Array; setData: Int32Array } {
    return { setOffset: this.offset.toArray(), setData: this.data.toArray() };
  }

  private isSame(set: number, members: readonly number[]): boolean {
    const first = this.offset.at(set);
    if (this.offset.at(set + 1) - first !== members.length) return false;
    for (let i = 0; i < members.length; i++) if (this.data.at(first + i) !== members[i]) return false;
    return true;
  }

  private grow(): void {
    const table = new Int32Array(this.table.length * 4).fill(-1);
    const mask = table.length - 1;
    for (let id = 0; id < this.count; id++) {
      const members: number[] = [];
      for (let i = this.offset.at(id); i < this.offset.at(id + 1); i++) members.push(this.data.at(i));
      let slot = hashOf(members) & mask;
      while (table[slot]! >= 0) slot = (slot + 1) & mask;
      table[slot] = id;
    }
    this.table = table;
  }
}

function hashOf(members: readonly number[]): number {
  let hash = members.length;
  for (const member of members) hash = Math.imul(hash ^ member, 0x9e3779b1) ^ (hash >>> 15);
  return (hash ^ (hash >>> 13)) >>> 0;
}
