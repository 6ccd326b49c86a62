import { z } from "zod";
import { Id, IdParams, Instant, pageOf, PageQuery } from "./common";
import { operation, session } from "./operation";

/** A browser that is signed in to the caller's account. */
export const Session = z.object({
  id: Id,
  is_current: z.boolean().describe("the one that asks"),
  ip: z.string().nullable().describe("at sign-in"),
  user_agent: z.string().nullable().describe("at sign-in"),
  created_at: Instant,
  last_seen_at: Instant.describe("to the minute"),
  expires_at: Instant.describe("when it ends unless it is used before, at the latest 30 days after sign-in"),
});
export type Session = z.infer<typeof Session>;

export const sessions = {
  list: operation({
    method: "GET",
    path: "/api/sessions",
    caller: session("viewer", { secret_key: false }),
    summary: "Where the caller's own account is signed in, the last used first",
    query: PageQuery,
    returns: pageOf(Session),
  }),
  end: operation({
    method: "DELETE",
    path: "/api/sessions/:id",
    caller: session("viewer", { secret_key: false }),
    summary: "Sign out one of the caller's own sessions",
    params: IdParams,
    status: 204,
  }),
};
