import type { CalendarCall } from "~/adapters/calendars/port";

/** A provider's call for a company, ended after `ms`. */
export function callFor(tenantId: string, ms: number): CalendarCall {
  return { tenant_id: tenantId, signal: AbortSignal.timeout(ms) };
}
