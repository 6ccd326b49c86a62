/** How a queue treats its jobs: how long one may run (seconds), how often and how soon a failed one runs again. */
export interface QueueRules {
  expireInSeconds: number;
  retryLimit: number;
  /** Seconds before the first retry; doubled each time. */
  retryDelay: number;
  /** At most one waiting job per singletonKey. */
  unique?: boolean;
}

/** The payload of each job. Jobs of a cron table have none. */
export interface JobPayloads {
  "slots.ensure": { tenant_id: string; schedule_id: string };
  "slots.ensure_all": Record<string, never>;
  /** A slot_job. */
  "slots.job": { tenant_id: string; job_id: string };
  /** A mail, encrypted (domain/email/mail-queue.server.ts). */
  "email.send": { sealed: string };
  /** A mail or SMS of the message log. Jobs that were queued before the tenant was named have none. */
  "message.send": { tenant_id?: string; message_id: string };
  "reminders.sweep": Record<string, never>;
  "messages.forget": Record<string, never>;
  /** A customer_erasure. */
  "customer.erase": { tenant_id: string; customer_id: string };
  "erasures.sweep": Record<string, never>;
  "audit.ids": Record<string, never>;
  "retention.run": Record<string, never>;
  /** Asks the provider about a payment, and sends the refunds that were requested of it. */
  "payments.settle": { tenant_id: string; payment_id: string };
  "payments.sweep": Record<string, never>;
  /** Goes on with companies that are being deleted. */
  "accounts.close": Record<string, never>;
  /** Looks whether what services ask for can still be paid. */
  "payments.check": Record<string, never>;
  /** Opens the next channel for a connected calendar's notices. */
  "calendars.channel": { tenant_id: string; calendar_id: string };
  /** Stops a channel whose calendar is gone. */
  "calendars.stop": { tenant_id: string; channel_id: string };
  /** Goes on with an account that is being disconnected. */
  "calendars.disconnect": { tenant_id: string; connection_id: string };
  /** Writes the bookings of a connected calendar that are due. */
  "calendars.push": { tenant_id: string; calendar_id: string };
  /** Closes and opens a resource's time by its connected calendars. */
  "calendars.apply": { tenant_id: string; resource_id: string };
  /** Reads an outside calendar. */
  "calendars.read": { tenant_id: string; calendar_id: string };
  /** Finds what is due of outside calendars. */
  "calendars.sweep": Record<string, never>;
}
export type JobName = keyof JobPayloads;

/** Short expiry: the jobs of a worker that was killed run again within a minute of when they should have ended. */
export const queueRules: Record<JobName, QueueRules> = {
  "slots.ensure": { expireInSeconds: 60, retryLimit: 5, retryDelay: 5 },
  "slots.job": { expireInSeconds: 600, retryLimit: 3, retryDelay: 5 },
  "slots.ensure_all": { expireInSeconds: 1800, retryLimit: 2, retryDelay: 60, unique: true },
  "email.send": { expireInSeconds: 30, retryLimit: 10, retryDelay: 10 },
  // Ends by itself after eleven calls of the provider; errors before those (another version's database) must not lose the message.
  "message.send": { expireInSeconds: 30, retryLimit: 50, retryDelay: 10 },
  "reminders.sweep": { expireInSeconds: 60, retryLimit: 0, retryDelay: 10, unique: true },
  "messages.forget": { expireInSeconds: 1800, retryLimit: 2, retryDelay: 60, unique: true },
  "customer.erase": { expireInSeconds: 600, retryLimit: 5, retryDelay: 10, unique: true },
  "erasures.sweep": { expireInSeconds: 60, retryLimit: 0, retryDelay: 10, unique: true },
  "audit.ids": { expireInSeconds: 1800, retryLimit: 2, retryDelay: 60, unique: true },
  "payments.settle": { expireInSeconds: 60, retryLimit: 5, retryDelay: 10, unique: true },
  "payments.check": { expireInSeconds: 600, retryLimit: 0, retryDelay: 10, unique: true },
  "payments.sweep": { expireInSeconds: 120, retryLimit: 0, retryDelay: 10, unique: true },
  "calendars.channel": { expireInSeconds: 120, retryLimit: 0, retryDelay: 10, unique: true },
  "calendars.stop": { expireInSeconds: 60, retryLimit: 2, retryDelay: 60 },
  "calendars.disconnect": { expireInSeconds: 600, retryLimit: 0, retryDelay: 10, unique: true },
  "calendars.push": { expireInSeconds: 300, retryLimit: 0, retryDelay: 10, unique: true },
  "accounts.close": { expireInSeconds: 900, retryLimit: 0, retryDelay: 10, unique: true },
  "calendars.apply": { expireInSeconds: 900, retryLimit: 5, retryDelay: 10, unique: true },
  "calendars.read": { expireInSeconds: 900, retryLimit: 3, retryDelay: 10, unique: true },
  "calendars.sweep": { expireInSeconds: 60, retryLimit: 0, retryDelay: 10, unique: true },
  "retention.run": { expireInSeconds: 1800, retryLimit: 2, retryDelay: 60, unique: true },
};
