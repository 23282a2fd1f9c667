const escape = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const attribute = (name, value) => ` ${name}="${escape(value)}"`;
function element(name, attributes, children) {
  let text = `<${name}`;
  for (const key of Object.keys(attributes)) text += attribute(key, attributes[key]);
  return `${text}>${children.map((child) => render(child)).join('')}</${name}>`;
}
function render(node) {
  return typeof node === 'string' ? escape(node) : element(node.name, node.attributes, node.children);
}
const leaf = { name: 'b', attributes: { class: 'x<y' }, children: ['a & b'] };
const page = { name: 'p', attributes: {}, children: Array.from({ length: 50 }, () => leaf) };
export function run() {
  let length = 0;
  for (let i = 0; i < 200; i++) length += render(page).length;
  return length;
}
