/** Told to the window when something was tried that needs the connection, while there is none. */
export const TRIED = "tried-without-connection";

export const hasConnection = (): boolean => navigator.onLine;

/** Whether the browser knows that there is no connection; then the frame says that this needs one. For what script sends by itself. */
export function isCutOff(): boolean {
  if (hasConnection()) return false;
  window.dispatchEvent(new Event(TRIED));
  return true;
}

/** Calls back when the connection goes and comes; the answer ends it. */
export function onConnection(listener: () => void): () => void {
  window.addEventListener("online", listener);
  window.addEventListener("offline", listener);
  return () => {
    window.removeEventListener("online", listener);
    window.removeEventListener("offline", listener);
  };
}

/** Whether an error is that of a request which reached nobody; each browser has its own words for it. */
export const isUnreached = (error: unknown): boolean =>
  error instanceof TypeError &&
  /failed to fetch|networkerror|network connection|load failed/i.test(error.message);
