import { AsyncLocalStorage } from "node:async_hooks";

/** What the loaders of one document share: each Remix loader gets a Request of its own. */
const ofVisit = new AsyncLocalStorage<Map<string, Promise<unknown>>>();

/** Everything that `work` starts belongs to one request. Called by the web process; without it nothing is shared. */
export const inVisit = (work: () => void): void => ofVisit.run(new Map(), work);

/** Reads once for all loaders of a request that ask for the same thing. */
export function oncePerVisit<Value>(name: string, read: () => Promise<Value>): Promise<Value> {
  const visit = ofVisit.getStore();
  if (visit === undefined) return read();
  let reading = visit.get(name) as Promise<Value> | undefined;
  if (reading === undefined) visit.set(name, (reading = read()));
  return reading;
}
