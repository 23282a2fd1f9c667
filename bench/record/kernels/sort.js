const byKey = (a, b) => a.key - b.key || compareNames(a, b);
function compareNames(a, b) {
  return a.name < b.name ? -1 : 1;
}
const items = Array.from({ length: 20_000 }, (_, i) => ({
  key: (Math.imul(i, 2654435761) >>> 0) % 5000,
  name: `n${i}`,
}));
export function run() {
  return items.toSorted(byKey)[100].name;
}
