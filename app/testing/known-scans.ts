/**
 * The reads that find out which tenants have work, and so name none: bounded, without locks. "file: rule" and why. Everything else that the
 * product sends to a tenant's table names the tenant.
 */
export const knownScans: Record<string, string> = {
  "app/jobs/queue-figures.server.ts: event without tenant_id =": "figures of the whole queue",
  "app/jobs/queue-figures.server.ts: webhook_delivery without tenant_id =": "figures of the whole queue",
};
