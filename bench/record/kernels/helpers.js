const add = (a, b) => (a + b) | 0;
function scale(a, b) {
  return add(Math.imul(a, b), 1);
}
export function run() {
  let sum = 0;
  for (let i = 0; i < 100_000; i++) for (let j = 0; j < 10; j++) sum = add(sum, scale(i, j));
  return sum;
}
