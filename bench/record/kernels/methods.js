class Vector {
  constructor(x, y) {
    this.x = x;
    this.y = y;
  }
  plus(other) {
    return new Vector(this.x + other.x, this.y + other.y);
  }
  square() {
    return this.x * this.x + this.y * this.y;
  }
  length() {
    return Math.sqrt(this.square());
  }
}
export function run() {
  let at = new Vector(0, 0);
  const step = new Vector(1, 2);
  let sum = 0;
  for (let i = 0; i < 300_000; i++) {
    at = at.plus(step);
    sum += at.length();
  }
  return sum;
}
