/** Dispatched on the window when an action needs the missing connection. */
export const TRIED = "tried-without-connection";

export const hasConnection = (): boolean => navigator.onLine;

/** Checks for a connection before a scripted request; if offline, the frame shows a message. */
export function isCutOff(): boolean {
  if (hasConnection()) return false;
  window.dispatchEvent(new Event(TRIED));
  return true;
}

/** Subscribes to connection changes; returns the unsubscribe function. */
export function onConnection(listener: () => void): () => void {
  window.addEventListener("online", listener);
  window.addEventListener("offline", listener);
  return () => {
    window.removeEventListener("online", listener);
    window.removeEventListener("offline", listener);
  };
}

/** Whether a request failed without reaching the server; the error's message differs by browser. */
export const isUnreached = (error: unknown): boolean =>
  error instanceof TypeError &&
  /failed to fetch|networkerror|network connection|load failed/i.test(error.message);
