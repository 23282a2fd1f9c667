const isDigit = (c) => c >= '0' && c <= '9';
class Parser {
  #text;
  #at = 0;
  constructor(text) {
    this.#text = text;
  }
  #peek() {
    return this.#text[this.#at];
  }
  #take() {
    return this.#text[this.#at++];
  }
  number() {
    let value = 0;
    while (isDigit(this.#peek())) value = value * 10 + Number(this.#take());
    return value;
  }
  factor() {
    if (this.#peek() !== '(') return this.number();
    this.#take();
    const value = this.sum();
    this.#take();
    return value;
  }
  product() {
    let value = this.factor();
    while (this.#peek() === '*') {
      this.#take();
      value *= this.factor();
    }
    return value;
  }
  sum() {
    let value = this.product();
    while (this.#peek() === '+') {
      this.#take();
      value += this.product();
    }
    return value;
  }
}
const text = Array.from({ length: 200 }, (_, i) => `(${i}+2*(3+${i}))*4`).join('+');
export function run() {
  let sum = 0;
  for (let i = 0; i < 30; i++) sum += new Parser(text).sum();
  return sum;
}
