export interface Source {
  on(name: string, listener: (amount: number) => void): void;
}

/** Adds up what a source tells. */
export function sum(source: Source): () => number {
  let total = 0;
  source.on('data', (amount) => {
    total += amount;
  });
  return () => total;
}

/** Calls `save` once nothing has come for a while. */
export function debounce(save: (text: string) => void): (text: string) => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return (text) => {
    clearTimeout(timer);
    timer = setTimeout(() => save(text), 100);
  };
}
