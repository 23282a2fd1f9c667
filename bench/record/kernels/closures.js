const compose =
  (...fns) =>
  (x) =>
    fns.reduce((value, fn) => fn(value), x);
const counter = () => {
  let n = 0;
  return () => ++n;
};
export function run() {
  const next = counter();
  const work = compose(
    (x) => x + 1,
    (x) => x ^ next(),
    (x) => x & 0xffff,
  );
  let value = 0;
  for (let i = 0; i < 200_000; i++) value = work(value);
  return value;
}
