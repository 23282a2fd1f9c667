async function load(id) {
  await Promise.resolve();
  return { id, name: `n${id}` };
}
async function decorate(id) {
  const item = await load(id);
  return label(item);
}
const label = ({ id, name }) => `${id}:${name}`;
export async function run() {
  let length = 0;
  for (let i = 0; i < 20_000; i++) length += (await decorate(i)).length;
  return length;
}
