import { openBlobStore } from '#store/blob-store';

/** A process of its own: puts so many blobs into a store with room for less than ten. */
const [folder = '', parts = ''] = process.argv.slice(2);
const store = openBlobStore(folder, { most: 1_000_000, freshFor: 60, now: () => 500 });
if (store === null) throw new Error('no store');
for (let i = 0; i < Number(parts); i++) store.put([[`other ${i}`, new Uint8Array(100_000)]]);
await store.close();
