import { z } from "zod";
import { Id, IdParams, Instant, pageOf, PageQuery } from "./common";
import { operation, session } from "./operation";

export const Session = z
  .object({
    id: Id.describe("ID of the session."),
    is_current: z.boolean().describe("Whether this is the calling session."),
    ip: z.string().nullable().describe("IP address at sign-in; null if unknown."),
    user_agent: z.string().nullable().describe("Browser's User-Agent at sign-in; null if unknown."),
    created_at: Instant.describe("When the session started, RFC 3339 in UTC."),
    last_seen_at: Instant.describe("When the session was last used, in UTC, to the minute."),
    expires_at: Instant.describe(
      "When the session ends unless used before, in UTC; at most 30 days after sign-in.",
    ),
  })
  .describe("A browser signed in to the caller's account.");
export type Session = z.infer<typeof Session>;

export const sessions = {
  list: operation({
    method: "GET",
    path: "/api/sessions",
    caller: session("viewer", { secret_key: false }),
    summary: "List the sessions of the caller's account, last used first",
    query: PageQuery,
    returns: pageOf(Session),
  }),
  end: operation({
    method: "DELETE",
    path: "/api/sessions/:id",
    caller: session("viewer", { secret_key: false }),
    summary: "Sign out one of the caller's sessions",
    params: IdParams,
    status: 204,
  }),
};
