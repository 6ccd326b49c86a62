/**
 * A concurrency limit per key, first in, first out; keys don't wait for each other. An entry exists
 * only while its key has work.
 */
export class KeyedQueue {
  readonly #lines = new Map<string, { running: number; waiting: (() => void)[] }>();

  constructor(private readonly atOnce: number) {}

  get keys(): number {
    return this.#lines.size;
  }

  async run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const line = this.#lines.get(key) ?? { running: 0, waiting: [] };
    this.#lines.set(key, line);
    if (line.running < this.atOnce) line.running++;
    else await new Promise<void>((start) => line.waiting.push(start));
    try {
      return await work();
    } finally {
      // The longest waiting task takes over the turn.
      const start = line.waiting.shift();
      if (start !== undefined) start();
      else if (--line.running === 0) this.#lines.delete(key);
    }
  }
}

/** Deduplicates work in flight: concurrent callers with the same key share one result. */
export class SharedWork<T> {
  readonly #running = new Map<string, Promise<T>>();

  run(question: string, work: () => Promise<T>): Promise<T> {
    const running = this.#running.get(question);
    if (running !== undefined) return running;
    const begun = work().finally(() => this.#running.delete(question));
    this.#running.set(question, begun);
    return begun;
  }
}
