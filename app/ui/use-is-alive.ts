import { useSyncExternalStore } from "react";

const never = () => () => undefined;

/** False on the server and during hydration, true afterwards: for values only the browser knows. */
export function useIsAlive(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
