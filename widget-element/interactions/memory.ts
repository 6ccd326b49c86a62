/**
 * Saved state of this tab. If storage is blocked (a sandboxed frame, strict settings), the widget
 * starts fresh.
 */
export interface Memory<T> {
  keep(value: T): void;
  recall(): T | null;
  forget(): void;
}

/** Long enough for a checkout, short enough not to restore another day's booking. */
const KEPT_MS = 2 * 3_600_000;

/** Storage under a name; null stores nothing. */
export function memoryOf<T>(name: string | null): Memory<T> {
  const attempt = <R>(access: () => R): R | null => {
    try {
      return access();
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

/** Whether the checkout in the URL belongs to another form on this page. */
export function isPaidElsewhere(): boolean {
  try {
    return Object.entries(sessionStorage).some(
      ([name, text]) => name.startsWith("booking-widget ") && String(text).includes('"step":"pay"'),
    );
  } catch {
    return false;
  }
}
