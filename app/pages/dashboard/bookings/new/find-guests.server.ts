import { Id } from "~/contract/common";
import { CustomerFilter } from "~/contract/customers";
import { getCustomer, listCustomers } from "~/domain/customers/list-customers.sql.server";
import type { UserActor } from "~/domain/identity/actor";
import { orNullIfBusy } from "~/http/or-busy-page.server";
import { walkInName } from "~/http/walk-in-name.server";
import { orNull } from "~/lib/app-error";
import { visitsOf } from "~/ui/booking/booking-view";
import { phoneWithoutGaps } from "~/ui/layout/found";
import type { DeskGuest, DeskState } from "~/ui/new-booking/desk-state";
import type { Typed } from "./read-typed";

const MATCHES = 6;

/**
 * Guests that match the typed text: the whole text, otherwise the address, number or name in it.
 * null if too many reads are in progress, so booking isn't blocked.
 */
export async function findGuests(
  actor: UserActor,
  q: string,
  typed: Typed,
): Promise<DeskState["matches"]> {
  const find = async (typed: string) => {
    const search = CustomerFilter.shape.search.safeParse(typed);
    if (!search.success) return [];
    const query = CustomerFilter.parse({ search: search.data, limit: MATCHES });
    const found = await orNullIfBusy(listCustomers(actor, query));
    return found && found.data.filter(({ erased_at }) => erased_at === null);
  };
  const { name, email, phone } = typed;
  // Stored in another format, a number still shares its longest run of digits.
  const row = phone.match(/\d{6,}/g)?.sort((a, b) => b.length - a.length)[0] ?? "";
  const parts = [
    q,
    email,
    phone,
    phoneWithoutGaps(phone) ?? "",
    row,
    phone === "" && email === "" ? name : "",
  ];
  let found: Awaited<ReturnType<typeof find>> = [];
  for (const part of new Set(parts))
    if (part !== "" && found?.length === 0) found = await find(part);
  return (
    found &&
    found.map(({ id, name, email, phone }) => ({ id, name, contact: phone ?? email ?? "" }))
  );
}

/** The guest from the URL; a deleted customer is ignored. */
export async function readGuest(
  actor: UserActor,
  query: URLSearchParams,
  typed: Typed,
): Promise<DeskGuest> {
  const id = Id.safeParse(query.get("customer")).data;
  if (id !== undefined) {
    const customer = await orNull(getCustomer(actor, id));
    if (customer !== null) {
      const { name, email, phone } = customer;
      return {
        kind: "known",
        id,
        name,
        email: email ?? "",
        phone: phone ?? "",
        visits: visitsOf(customer),
      };
    }
  }
  if (query.has("walk_in")) return { kind: "new", name: walkInName(actor), email: "", phone: "" };
  if (!query.has("new")) return { kind: "none" };
  const given = (name: "name" | "email" | "phone") => query.get(name) ?? typed[name];
  return { kind: "new", name: given("name"), email: given("email"), phone: given("phone") };
}
