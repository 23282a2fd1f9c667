function* range(n) {
  for (let i = 0; i < n; i++) yield i;
}
function* map(items, fn) {
  for (const item of items) yield fn(item);
}
function* filter(items, fn) {
  for (const item of items) if (fn(item)) yield item;
}
export function run() {
  let sum = 0;
  for (const x of filter(
    map(range(100_000), (y) => y * 3),
    (y) => y % 2 === 0,
  ))
    sum += x;
  return sum;
}
