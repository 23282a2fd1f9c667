import { gzipSync } from 'node:zlib';
import type { ExecutionTrace } from '#dynamic/events';
import { EXIT } from '#dynamic/events';
import { freezeGrammar } from '#dynamic/freeze-grammar';
import { encodeGrammar } from '#dynamic/grammar-bytes';
import { ModSequitur } from '#dynamic/mod-sequitur';
import { ByteWriter } from '#dynamic/varint';
import { count, markdownTable } from '../markdown-table';
import { medianBy } from '../median';
import { eventsOf, functionsOf, type Subject } from './subjects';
import { timed } from './timed';

/** How fast grammars are built, and how small they are next to the traces and to what gzip makes of them. */
export function compressionTable(subjects: readonly Subject[], runs: number): string {
  const rows = subjects.map(({ name, traces }) => {
    const events = eventsOf(traces);
    const build = medianBy(
      Array.from({ length: runs }, () => timed(() => buildGrammar(traces))),
      ({ ms }) => ms,
    );
    const frozen = freezeGrammar(build.value);
    const bytes = encodeGrammar(frozen);
    const traceBytes = encodeTraces(traces);
    const zipped = timed(() => gzipSync(traceBytes));
    const million = (ms: number): string => (events / ms / 1000).toFixed(1);
    const share = (size: number): string => `${((100 * size) / traceBytes.length).toFixed(2)} %`;
    return [
      name,
      count(events),
      String(functionsOf(traces).length),
      million(build.ms),
      million(zipped.ms),
      count(frozen.symbols.length),
      count(frozen.offsets.length - 1),
      count(traceBytes.length),
      count(bytes.length),
      share(bytes.length),
      share(zipped.value.length),
      share(gzipSync(bytes).length),
    ];
  });
  return markdownTable(
    [
      'subject',
      'events#',
      'functions#',
      'M events/s#',
      'gzip, M events/s#',
      'symbols#',
      'rules#',
      'trace bytes#',
      'grammar bytes#',
      'grammar#',
      'gzip of traces#',
      'gzip of grammar#',
    ],
    rows,
  );
}

export function buildGrammar(traces: Iterable<ExecutionTrace>): ModSequitur {
  const grammar = new ModSequitur();
  for (const execution of traces) grammar.add(execution);
  return grammar;
}

/** Event by event, as the grammar's bytes have their symbols, with the keys. */
function encodeTraces(traces: readonly ExecutionTrace[]): Uint8Array {
  const writer = new ByteWriter();
  for (const { key, events } of traces) {
    writer.text(key);
    for (const event of events) writer.number(event - EXIT);
  }
  return writer.bytes();
}
