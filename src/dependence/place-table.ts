import { IntList } from '#core/int-list';

/** Shared places by what they are: a kind and two numbers. Places are numbered in the order in which they are added. */
export class PlaceTable {
  private readonly kinds = new IntList();
  private readonly firsts = new IntList();
  private readonly seconds = new IntList();
  private slots = new Int32Array(4096).fill(-1);

  get count(): number {
    return this.kinds.length;
  }

  kindOf(place: number): number {
    return this.kinds.at(place);
  }
  firstOf(place: number): number {
    return this.firsts.at(place);
  }
  secondOf(place: number): number {
    return this.seconds.at(place);
  }

  /** −1 when there is no such place. */
  find(kind: number, first: number, second: number): number {
    return this.slots[this.slotOf(kind, first, second)]!;
  }

  /** The place must not be there yet. */
  add(kind: number, first: number, second: number): number {
    const place = this.count;
    this.slots[this.slotOf(kind, first, second)] = place;
    this.kinds.push(kind);
    this.firsts.push(first);
    this.seconds.push(second);
    if (this.count * 2 > this.slots.length) this.grow();
    return place;
  }

  /** Where a place is, or where it would go. */
  private slotOf(kind: number, first: number, second: number): number {
    const { slots, kinds, firsts, seconds } = this;
    const mask = slots.length - 1;
    let slot = hashOf(kind, first, second) & mask;
    for (let place = slots[slot]!; place >= 0; place = slots[slot]!) {
      if (firsts.at(place) === first && seconds.at(place) === second && kinds.at(place) === kind) return slot;
      slot = (slot + 1) & mask;
    }
    return slot;
  }

  private grow(): void {
    this.slots = new Int32Array(this.slots.length * 4).fill(-1);
    for (let place = 0; place < this.count; place++) {
      this.slots[this.slotOf(this.kindOf(place), this.firstOf(place), this.secondOf(place))] = place;
    }
  }
}

function hashOf(kind: number, first: number, second: number): number {
  let hash = Math.imul(first ^ (kind << 28), 0x9e3779b1);
  hash = Math.imul(hash ^ (hash >>> 15) ^ second, 0x85ebca6b);
  return (hash ^ (hash >>> 13)) >>> 0;
}
