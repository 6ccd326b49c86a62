import sql from "sql-template-tag";

/** Upcoming bookings `b` of a tenant that staff have not decided to keep at their closed time. */
export const isUndecided = sql`is_upcoming(b.status) and b.ends_at > now() and b.kept_at is null
  and (b.status <> 'pending' or b.expires_at is null or b.expires_at > now())`;
