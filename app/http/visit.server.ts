import { AsyncLocalStorage } from "node:async_hooks";

/** What the loaders of one document share: each Remix loader gets a Request of its own. */
interface Visit {
  reads: Map<string, Promise<unknown>>;
  onTenant: (tenantId: string) => void;
}
const ofVisit = new AsyncLocalStorage<Visit>();

/**
 * Everything that `work` starts belongs to one request. Called by the web process, which learns by `onTenant` whose page it is; without it
 * nothing is shared.
 */
export const inVisit = (work: () => void, onTenant: Visit["onTenant"] = () => undefined): void =>
  ofVisit.run({ reads: new Map(), onTenant }, work);

/** Says whose page is being made, for its line in the log and the figures of that company. */
export const noteTenant = (tenantId: string): void => ofVisit.getStore()?.onTenant(tenantId);

/** Reads once for all loaders of a request that ask for the same thing. */
export function oncePerVisit<Value>(name: string, read: () => Promise<Value>): Promise<Value> {
  const visit = ofVisit.getStore()?.reads;
  if (visit === undefined) return read();
  let reading = visit.get(name) as Promise<Value> | undefined;
  if (reading === undefined) visit.set(name, (reading = read()));
  return reading;
}
