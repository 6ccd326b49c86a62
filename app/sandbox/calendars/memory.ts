import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";

/** State of a stand-in; stored in a file, if given, to survive restarts. */
export class Memory<T extends { counter: number; ahead_ms: number }> {
  data: T;

  constructor(
    private readonly file: string | null,
    private readonly empty: () => T,
  ) {
    this.data = file !== null && existsSync(file) ? this.#read(file) : empty();
  }

  #read(file: string): T {
    try {
      return { ...this.empty(), ...(JSON.parse(readFileSync(file, "utf8")) as Partial<T>) };
    } catch {
      return this.empty(); // start afresh after a truncated file
    }
  }

  save(): void {
    if (this.file === null) return;
    writeFileSync(`${this.file}.new`, JSON.stringify(this.data), { mode: 0o600 });
    renameSync(`${this.file}.new`, this.file);
  }

  reset(): void {
    this.data = this.empty();
    this.save();
  }

  next(): number {
    return (this.data.counter += 1);
  }

  /** Milliseconds by the stand-in's clock. */
  now(): number {
    return Date.now() + this.data.ahead_ms;
  }
}
