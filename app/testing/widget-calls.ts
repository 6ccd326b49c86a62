import { expect } from "vitest";
import { Scope } from "~/contract/common";
import type { WidgetConfig } from "~/contract/widget";
import { pool } from "~/lib/db.server";
import { aCustomer } from "./factory";
import { call, json } from "./request";

/** The caller and their schedule, read at the time of each call. */
interface Caller {
  cookie: string;
  key: string;
  slots: { id: string }[];
}

/** API calls for tests of widget configurations. */
export function widgetCalls(caller: () => Caller) {
  let next = 5;
  const make = async (more: Record<string, unknown> = {}) => {
    const made = await call("/api/widget-configs", {
      cookie: caller().cookie,
      body: { name: "Widget", ...more },
    });
    expect(made.status).toBe(201);
    return (await json(made)) as { id: string };
  };
  const change = async (id: string, patch: Record<string, unknown>) => {
    const sent = { cookie: caller().cookie, method: "PATCH" as const, body: patch };
    expect((await call(`/api/widget-configs/${id}`, sent)).status).toBe(200);
  };
  /** Creates a key with every scope, bound to a configuration, and returns its text. */
  const bind = async (widget_config_id: string) => {
    const body = { name: "Bound", scopes: Scope.options, widget_config_id };
    return String((await json(await call("/api/api-keys", { cookie: caller().cookie, body }))).key);
  };
  const read = async (query = "", by = caller().key) =>
    (await json(await call(`/api/widget/config${query}`, { key: by }))) as unknown as WidgetConfig;
  /** Books the next unused slot, unless `more` names one. */
  const bookSlot = (
    more: Record<string, unknown> = {},
    by = caller().key,
    headers: Record<string, string> = {},
  ) => {
    const body = { slot_id: caller().slots[next++]!.id, customer: aCustomer(), ...more };
    return call("/api/widget/booking", { key: by, headers, body });
  };
  return { make, change, bind, read, bookSlot };
}

/** The response's status, with the paths or the code of an error. */
export async function outcomeOf(response: Response) {
  const { error } = await json(response);
  return error === undefined
    ? response.status
    : (error.issues?.map(({ path }) => path) ?? error.code);
}

/** The row of the booking in a response. */
export async function storedBooking(response: Response): Promise<Record<string, unknown>> {
  const { booking } = (await json(response)) as unknown as { booking: { id: string } };
  const found = await pool.query<Record<string, unknown>>("select * from booking where id = $1", [
    booking.id,
  ]);
  return found.rows[0]!;
}
