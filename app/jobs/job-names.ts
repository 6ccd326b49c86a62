/** Queue settings: how long a job may run (seconds), and how often and when it is retried. */
export interface QueueRules {
  expireInSeconds: number;
  retryLimit: number;
  /** Seconds before the first retry; doubled each time. */
  retryDelay: number;
  /** At most one waiting job per singletonKey. */
  unique?: boolean;
}

/** Payload of each job. Scheduled jobs have none. */
export interface JobPayloads {
  "slots.ensure": { tenant_id: string; schedule_id: string };
  "slots.ensure_all": Record<string, never>;
  /** A slot_job. */
  "slots.job": { tenant_id: string; job_id: string };
  /** An encrypted email (domain/email/mail-queue.server.ts). */
  "email.send": { sealed: string };
  /** An email or SMS of the message log. Jobs queued by older versions have no tenant_id. */
  "message.send": { tenant_id?: string; message_id: string };
  "reminders.sweep": Record<string, never>;
  "messages.forget": Record<string, never>;
  /** A customer_erasure. */
  "customer.erase": { tenant_id: string; customer_id: string };
  "erasures.sweep": Record<string, never>;
  /** The next step of an import of bookings, on behalf of the member who began it. */
  "imports.step": { tenant_id: string; import_id: string; user_id: string };
  /** Books what is left of a series of bookings whose request was interrupted. */
  "series.continue": { tenant_id: string; series_id: string };
  "audit.ids": Record<string, never>;
  "retention.run": Record<string, never>;
  /** Queries the provider for a payment's state and sends its requested refunds. */
  "payments.settle": { tenant_id: string; payment_id: string };
  "payments.sweep": Record<string, never>;
  /** Deletes a card on file at the provider. */
  "cards.forget": { tenant_id: string; organization_id: string; customer_ref: string };
  /** Charges due fees by rule, and forgets cards that are no longer needed. */
  "cards.sweep": Record<string, never>;
  /** Issues receipts of money received and returned. */
  "receipts.sweep": Record<string, never>;
  /** Continues the deletion of companies. */
  "accounts.close": Record<string, never>;
  /** Checks that the amounts of services can still be charged. */
  "payments.check": Record<string, never>;
  /** Opens the next channel for a connected calendar's notices. */
  "calendars.channel": { tenant_id: string; calendar_id: string };
  /** Stops a channel whose calendar is gone. */
  "calendars.stop": { tenant_id: string; channel_id: string };
  /** Continues disconnecting an account. */
  "calendars.disconnect": { tenant_id: string; connection_id: string };
  /** Writes the due bookings of a connected calendar. */
  "calendars.push": { tenant_id: string; calendar_id: string };
  /** Updates a resource's blocked time from its connected calendars. */
  "calendars.apply": { tenant_id: string; resource_id: string };
  /** Reads an external calendar. */
  "calendars.read": { tenant_id: string; calendar_id: string };
  /** Finds due work of external calendars. */
  "calendars.sweep": Record<string, never>;
}
export type JobName = keyof JobPayloads;

/** A short expiry: jobs of a killed worker are retried within a minute of their deadline. */
export const queueRules: Record<JobName, QueueRules> = {
  "slots.ensure": { expireInSeconds: 60, retryLimit: 5, retryDelay: 5 },
  "slots.job": { expireInSeconds: 600, retryLimit: 3, retryDelay: 5 },
  "slots.ensure_all": { expireInSeconds: 1800, retryLimit: 2, retryDelay: 60, unique: true },
  "email.send": { expireInSeconds: 30, retryLimit: 10, retryDelay: 10 },
  // The job gives up by itself after eleven provider calls. Earlier errors (a database of another
  // version) must not lose the message.
  "message.send": { expireInSeconds: 30, retryLimit: 50, retryDelay: 10 },
  "reminders.sweep": { expireInSeconds: 60, retryLimit: 0, retryDelay: 10, unique: true },
  "messages.forget": { expireInSeconds: 1800, retryLimit: 2, retryDelay: 60, unique: true },
  "customer.erase": { expireInSeconds: 600, retryLimit: 5, retryDelay: 10, unique: true },
  "erasures.sweep": { expireInSeconds: 60, retryLimit: 0, retryDelay: 10, unique: true },
  "imports.step": { expireInSeconds: 300, retryLimit: 5, retryDelay: 10, unique: true },
  "series.continue": { expireInSeconds: 300, retryLimit: 5, retryDelay: 10 },
  "audit.ids": { expireInSeconds: 1800, retryLimit: 2, retryDelay: 60, unique: true },
  "payments.settle": { expireInSeconds: 60, retryLimit: 5, retryDelay: 10, unique: true },
  "payments.check": { expireInSeconds: 600, retryLimit: 0, retryDelay: 10, unique: true },
  "payments.sweep": { expireInSeconds: 120, retryLimit: 0, retryDelay: 10, unique: true },
  // Over two days, if the provider does not answer.
  "cards.forget": { expireInSeconds: 60, retryLimit: 14, retryDelay: 10 },
  "cards.sweep": { expireInSeconds: 300, retryLimit: 0, retryDelay: 10, unique: true },
  "receipts.sweep": { expireInSeconds: 300, retryLimit: 0, retryDelay: 10, unique: true },
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
