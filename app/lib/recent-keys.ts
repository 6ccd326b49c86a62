import { clock } from "./clock";

/** Keys added to this process within a period. Bounded: the oldest are evicted first. */
export class RecentKeys {
  readonly #until = new Map<string, number>();

  constructor(private readonly limits: { most: number; for_ms: number }) {}

  add(key: string): void {
    this.#until.delete(key);
    this.#until.set(key, clock.now() + this.limits.for_ms);
    const [oldest] = this.#until.keys();
    if (this.#until.size > this.limits.most && oldest !== undefined) this.#until.delete(oldest);
  }

  has(key: string): boolean {
    return (this.#until.get(key) ?? 0) > clock.now();
  }
}
