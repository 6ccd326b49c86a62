import { AppError } from "./app-error";

interface Rules {
  /** Concurrent tasks, overall and per owner. */
  at_once: number;
  of_one: number;
  /** Queue length per owner, and how long a task may wait (milliseconds). */
  may_wait: number;
  wait_ms: number;
}

interface Owner {
  running: number;
  /** Starts of the waiting tasks, in order. */
  waiting: Set<() => void>;
}

/** The limit that is reached: the owner's, or the overall one. */
type Limit = "own" | "all";

/**
 * Limits concurrent work, overall and per owner (a company, a visitor, a resource). Waiting owners
 * take turns, so a busy one waits behind its own work. By default nothing is limited.
 */
export class FairLimiter {
  /** Owners with work, in the order of their next turns: a Map keeps insertion order. */
  readonly #owners = new Map<string, Owner>();
  readonly #rules: Rules;
  #running = 0;

  constructor(rules: Partial<Rules>) {
    const unlimited = Infinity;
    this.#rules = {
      at_once: unlimited,
      of_one: unlimited,
      may_wait: unlimited,
      wait_ms: unlimited,
      ...rules,
    };
  }

  get owners(): number {
    return this.#owners.size;
  }

  /**
   * `patient`: waits without limit, for responses that have already started. Throws rate_limited,
   * not_ready.
   */
  async run<T>(name: string, work: () => Promise<T>, patient = false): Promise<T> {
    const owner = this.#owners.get(name) ?? { running: 0, waiting: new Set() };
    this.#owners.set(name, owner);
    try {
      if (this.#limitOf(owner) === null) this.#count(owner, 1);
      else await this.#turnOf(name, owner, patient);
      try {
        return await work();
      } finally {
        this.#count(owner, -1);
        this.#next();
      }
    } finally {
      if (owner.running === 0 && owner.waiting.size === 0) this.#owners.delete(name);
    }
  }

  #limitOf(owner: Owner): Limit | null {
    if (owner.running >= this.#rules.of_one) return "own";
    return this.#running >= this.#rules.at_once ? "all" : null;
  }

  #count(owner: Owner, more: 1 | -1): void {
    owner.running += more;
    this.#running += more;
  }

  #turnOf(name: string, owner: Owner, patient: boolean): Promise<void> {
    const { may_wait, wait_ms } = this.#rules;
    if (!patient && owner.waiting.size >= may_wait) throw busy("own");
    if (owner.waiting.size === 0) this.#putLast(name, owner);
    return new Promise((resolve, reject) => {
      const start = () => {
        clearTimeout(timer);
        resolve();
      };
      const giveUp = () => {
        owner.waiting.delete(start);
        reject(busy(this.#limitOf(owner) ?? "all"));
      };
      const timer = patient || wait_ms === Infinity ? undefined : setTimeout(giveUp, wait_ms);
      owner.waiting.add(start);
    });
  }

  /** Starts the first waiting task that fits. Its turn is taken before it runs. */
  #next(): void {
    for (const [name, owner] of this.#owners) {
      const [start] = owner.waiting;
      if (start === undefined || this.#limitOf(owner) !== null) continue;
      owner.waiting.delete(start);
      this.#count(owner, 1);
      this.#putLast(name, owner);
      return start();
    }
  }

  /** The owner's next turn comes after everybody else's. */
  #putLast(name: string, owner: Owner): void {
    this.#owners.delete(name);
    this.#owners.set(name, owner);
  }
}

const busy = (limit: Limit): AppError =>
  limit === "own"
    ? new AppError(
        "rate_limited",
        "Too many of your requests are running. Try again in a few seconds.",
        { headers: { "Retry-After": "3" } },
      )
    : new AppError("not_ready", "The service is busy. Try again in a few seconds.", {
        headers: { "Retry-After": "5" },
      });
