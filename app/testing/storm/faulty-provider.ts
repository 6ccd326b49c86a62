import { CalendarError, type CalendarProvider } from "~/adapters/calendars/port";

export interface Faults {
  /** Percentage of calls that fail before and after execution (lost response). */
  before: number;
  after: number;
  /** Percentage that never return, as if the caller were killed. */
  killed: number;
}

/** A provider with realistic failures; `count` records them. */
export function faultyProvider(
  real: CalendarProvider,
  random: () => number,
  faults: Faults,
  count: (fault: string) => void,
): CalendarProvider {
  const lost = (cause: string) => {
    count(cause);
    return new CalendarError("unavailable", { detail: cause });
  };
  const never = <T>() => new Promise<T>(() => count("ended in a call"));
  async function through<T>(call: () => Promise<T>): Promise<T> {
    const roll = random() * 100;
    if (roll < faults.before) throw lost("call failed");
    if (roll < faults.before + faults.killed / 2) return never();
    const answer = await call();
    if (roll > 100 - faults.after) throw lost("answer lost");
    if (roll > 100 - faults.after - faults.killed / 2) return never();
    return answer;
  }
  return {
    ...real,
    read: (secret, calendar, request, signal) => {
      if (request.cursor !== null && random() * 100 < faults.before) {
        count("cursor refused");
        return Promise.reject(new CalendarError("cursor_gone"));
      }
      return through(() => real.read(secret, calendar, request, signal));
    },
    putEvent: (...given) => through(() => real.putEvent(...given)),
    deleteEvent: (...given) => through(() => real.deleteEvent(...given)),
    findEvent: (...given) => through(() => real.findEvent(...given)),
  };
}
