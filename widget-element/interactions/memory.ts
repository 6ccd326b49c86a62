/**
 * What outlives the page in this tab: where the visitor was, never who they are. A page that may not store anything (a sandboxed
 * frame, a strict browser) simply begins again.
 */
export interface Memory<T> {
  keep(value: T): void;
  recall(): T | null;
  forget(): void;
}

/** Long enough for a checkout, short enough that nobody meets the booking of another day. */
const KEPT_MS = 2 * 3_600_000;

/** What is kept by a name; null: nothing is. */
export function memoryOf<T>(name: string | null): Memory<T> {
  const attempt = <R>(what: () => R): R | null => {
    try {
      return what();
    } catch {
      return null;
    }
  };
  return {
    keep: (value) =>
      void attempt(
        () => name && sessionStorage.setItem(name, JSON.stringify({ at: Date.now(), value })),
      ),
    recall: () =>
      attempt(() => {
        const { at, value } = JSON.parse((name && sessionStorage.getItem(name)) || "{}") as {
          at: number;
          value: T;
        };
        return Date.now() - at < KEPT_MS ? value : null;
      }),
    forget: () => void attempt(() => name && sessionStorage.removeItem(name)),
  };
}

/** Whether another form on this page is the one whose booking is being paid. */
export function isPaidElsewhere(): boolean {
  try {
    return Object.entries(sessionStorage).some(
      ([name, text]) => name.startsWith("booking-widget ") && String(text).includes('"step":"pay"'),
    );
  } catch {
    return false;
  }
}
