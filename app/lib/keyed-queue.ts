/**
 * Work of which only so much may run at once for one key, in the order in which it came; other keys do not wait. A key is kept as long as
 * work of it runs, so there are never more than there is work.
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
      // The longest waiting one takes the place over.
      const start = line.waiting.shift();
      if (start !== undefined) start();
      else if (--line.running === 0) this.#lines.delete(key);
    }
  }
}

/** Work whose result is shared by everyone who asks for the same while it runs. */
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
