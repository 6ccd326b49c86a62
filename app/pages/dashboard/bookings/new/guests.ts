import type { LoaderFunctionArgs } from "@remix-run/node";
import { requireActor } from "~/http/page.server";
import type { GuestMatches } from "~/ui/new-booking/desk-state";
import { findGuests } from "./find-guests.server";
import { readTyped } from "./read-typed";

/** Suggestions for the guest search. */
export async function loader({ request }: LoaderFunctionArgs): Promise<GuestMatches> {
  const actor = await requireActor(request, "staff");
  const q = (new URL(request.url).searchParams.get("q") ?? "").trim();
  const typed = readTyped(q);
  const { is_wish } = typed;
  return { q, is_wish, matches: is_wish ? [] : await findGuests(actor, q, typed) };
}
