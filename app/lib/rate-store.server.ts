import { RateLimiterPostgres } from "rate-limiter-flexible";
import { pool } from "./db.server";

/** A counter in the table rate_limit, shared by all processes. `duration` in seconds. */
export function sharedLimiter(options: {
  points: number;
  duration: number;
  keyPrefix: string;
}): RateLimiterPostgres {
  return new RateLimiterPostgres({
    ...options,
    storeClient: pool,
    storeType: "pool",
    tableName: "rate_limit",
    tableCreated: true,
    // Expired rows are deleted by the retention job.
    clearExpiredByTimeout: false,
  });
}
