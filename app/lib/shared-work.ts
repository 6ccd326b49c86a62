/** Deduplicates work in flight: concurrent callers with the same key share one result. */
export class SharedWork<T> {
  readonly #running = new Map<string, Promise<T>>();

  run(key: string, work: () => Promise<T>): Promise<T> {
    const running = this.#running.get(key);
    if (running !== undefined) return running;
    const promise = work().finally(() => this.#running.delete(key));
    this.#running.set(key, promise);
    return promise;
  }
}
