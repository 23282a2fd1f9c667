import { openRecordStore, type RecordStore } from '#store/record-store';

/**
 * A process of its own on a store of records. `write`: again and again names a new content of its own and drops the old one;
 * `collect`: gives room back; `read`: looks whether all that is named is there. Ends after so many rounds, or when it is killed.
 */
const [folder = '', job = '', name = '', rounds = '0'] = process.argv.slice(2);

/** Others may hold it for longer than anybody waits, on a machine that has other things to do. */
function open(): RecordStore {
  for (;;) {
    const opened = openRecordStore(folder, { access: job === 'read' ? 'read' : 'write' });
    if (opened.kind === 'open') return opened.store;
    if (opened.kind !== 'unusable' || !/is (?:writing to|exchanging) it$/.test(opened.reason)) {
      throw new Error(JSON.stringify(opened));
    }
  }
}

const jobs: Readonly<Record<string, (store: RecordStore, round: number) => void | Promise<void>>> = {
  write(store, round) {
    const old = store.hashOf(name);
    store.update((batch) => {
      batch.name(name, batch.put(Buffer.from(`${name} ${round} `.repeat(2000 + round))));
      if (old !== undefined) batch.drop(old);
    });
  },
  async collect(store) {
    await store.collect(() => []);
  },
  read(store) {
    const [first] = store.names('');
    if (first === undefined) throw new Error('all is lost');
    for (const known of store.names('')) {
      // Gone with the name that led to it, when another process wrote in between.
      const hash = store.hashOf(known) ?? '';
      if (store.get(hash) === undefined && store.hashOf(known) === hash) throw new Error(`lost ${known}`);
    }
  },
};

const work = jobs[job];
if (work === undefined) throw new Error(`no job ${job}`);
process.send?.('started');
for (let round = 0; round < Number(rounds); round++) {
  const store = open();
  await work(store, round);
  await store.close();
}
