import { openBlobStore } from '#store/blob-store';

/** A process of its own: puts two hundred blobs, a few at a time, and reads back each at once. */
const [folder = '', name = ''] = process.argv.slice(2);
const store = openBlobStore(folder);
if (store === null) throw new Error('no store');
for (let i = 0; i < 200; i++) {
  store.put([
    [`${name} ${i}`, new Uint8Array(i + 1)],
    ['common', new Uint8Array(64)],
  ]);
  if (store.get(`${name} ${i}`)?.length !== i + 1) throw new Error(`lost ${name} ${i}`);
}
await store.close();
