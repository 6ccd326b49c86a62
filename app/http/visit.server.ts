import { AsyncLocalStorage } from "node:async_hooks";

/** State shared by the loaders of one document: each Remix loader gets its own Request. */
interface Visit {
  reads: Map<string, Promise<unknown>>;
  onTenant: (tenantId: string) => void;
}
const ofVisit = new AsyncLocalStorage<Visit>();

/**
 * Runs `work` with shared reads for one request. The web process passes `onTenant` to learn the
 * page's tenant; without a visit nothing is shared.
 */
export const inVisit = (work: () => void, onTenant: Visit["onTenant"] = () => undefined): void =>
  ofVisit.run({ reads: new Map(), onTenant }, work);

/** Reports the tenant of the current page, for the log line and the company's metrics. */
export const noteTenant = (tenantId: string): void => ofVisit.getStore()?.onTenant(tenantId);

/** Deduplicates a read across all loaders of a request. */
export function oncePerVisit<Value>(name: string, read: () => Promise<Value>): Promise<Value> {
  const visit = ofVisit.getStore()?.reads;
  if (visit === undefined) return read();
  let reading = visit.get(name) as Promise<Value> | undefined;
  if (reading === undefined) visit.set(name, (reading = read()));
  return reading;
}
