import { v7 } from "uuid";

/** Pseudo-random numbers, equal in every run (mulberry32). */
export class Random {
  constructor(private state: number) {}

  /** From 0 up to 1. */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let t = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  }

  /** A whole number from 0 up to `below`. */
  int(below: number): number {
    return Math.floor(this.next() * below);
  }

  of<T>(list: readonly T[]): T {
    return list[this.int(list.length)]!; // lists are not empty
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  /** The id of a record created at `ms`. */
  id(ms: number): string {
    const random = Uint8Array.from({ length: 16 }, () => this.int(256));
    return v7({ msecs: Math.floor(ms), random, seq: this.int(2 ** 31) });
  }

  /** A booking reference. */
  reference(): string {
    return Array.from({ length: 8 }, () => this.of([..."0123456789ABCDEFGHJKMNPQRSTVWXYZ"])).join(
      "",
    );
  }
}
