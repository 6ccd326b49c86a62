import type { CalendarCall } from "~/adapters/calendars/port";

/** Parameters of a provider call for a company, aborted after `ms`. */
export function callFor(tenantId: string, ms: number): CalendarCall {
  return { tenant_id: tenantId, signal: AbortSignal.timeout(ms) };
}
