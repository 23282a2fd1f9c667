function make(levels) {
  return levels === 0 ? null : { left: make(levels - 1), right: make(levels - 1), value: levels };
}
function sum(tree) {
  return tree === null ? 0 : sum(tree.left) + tree.value + sum(tree.right);
}
function depth(tree) {
  if (tree === null) return 0;
  const left = depth(tree.left);
  const right = depth(tree.right);
  return 1 + Math.max(left, right);
}
export function run() {
  const tree = make(15);
  return sum(tree) + depth(tree);
}
