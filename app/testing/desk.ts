import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { expect } from "vitest";
import type { Booking } from "~/contract/bookings";
import { NewBooking } from "~/contract/booking-inputs";
import { createBooking } from "~/domain/bookings/place/create-booking.server";
import type { UserActor } from "~/domain/identity/actor";
import { clock } from "~/lib/clock";
import { pool } from "~/lib/db.server";
import { env } from "~/lib/env.server";
import { aCustomer, makeResource, makeSchedule, makeTenant, signIn } from "./factory";
import { honestImages } from "./image-parts";

// Calls dashboard pages as a browser does, and creates data of a front desk.

export async function get<T>(
  page: { loader(args: LoaderFunctionArgs): Promise<T> },
  actor: UserActor,
  path: string,
  id = "",
) {
  const request = new Request(`${env.BASE_URL}${path}`, {
    headers: { Cookie: await signIn(actor) },
  });
  return page.loader({ request, params: { id }, context: {} } as LoaderFunctionArgs);
}

export async function post<T>(
  page: { action(args: ActionFunctionArgs): Promise<T> },
  actor: UserActor,
  path: string,
  fields: Record<string, string | string[]>,
  id = "",
) {
  const pairs = Object.entries(fields).flatMap(([name, value]) =>
    [value].flat().map((one) => [name, one]),
  );
  const request = new Request(`${env.BASE_URL}${path}`, {
    method: "POST",
    headers: { Cookie: await signIn(actor), "Sec-Fetch-Site": "same-origin" },
    body: new URLSearchParams(pairs),
  });
  return page.action({ request, params: { id }, context: {} } as ActionFunctionArgs);
}

/** Values of a form by the names of their inputs: `week[0].spans[1].from`. Ticks are "on". */
export function formFields(values: object, path = ""): Record<string, string> {
  const fields = Object.entries(values).map(([name, value]): Record<string, string> => {
    const part = Array.isArray(values) ? `[${name}]` : path === "" ? name : `.${name}`;
    if (value === null || value === undefined || value === false) return {};
    if (typeof value === "object") return formFields(value, path + part);
    return { [path + part]: value === true ? "on" : String(value) };
  });
  return Object.assign({}, ...fields) as Record<string, string>;
}

/** Sends an image as a plain form does. */
export async function postImage<T>(
  page: { action(args: ActionFunctionArgs): Promise<T> },
  actor: UserActor,
  path: string,
  id = "",
) {
  const { png } = await honestImages();
  const body = new FormData();
  body.set("file", new Blob([new Uint8Array(png)]), "image.png");
  const headers = { Cookie: await signIn(actor), "Sec-Fetch-Site": "same-origin" };
  const request = new Request(`${env.BASE_URL}${path}`, { method: "POST", headers, body });
  return page.action({ request, params: { id }, context: {} } as ActionFunctionArgs);
}

/** The flash message of a redirect. */
export function flashOf(answer: unknown): {
  text: string;
  undo: { fields: Record<string, string> } | null;
  next: { to: string; label: string } | null;
} {
  expect(answer).toBeInstanceOf(Response);
  const cookie = (answer as Response).headers.get("Set-Cookie") ?? ""; // checked above
  return JSON.parse(
    Buffer.from(cookie.split(";")[0]!.slice("flash=".length), "base64url").toString(),
  );
}

/** The response to a refused form. */
export const refusalOf = (answer: unknown) =>
  (
    answer as {
      data: {
        result: { error: Record<string, string[]> };
        alternatives?: { slot_id: string }[];
        conflict?: object;
        override?: Record<string, string>;
        party_price?: object;
      };
    }
  ).data;

export interface Desk {
  owner: UserActor;
  court: { id: string };
  schedule: { id: string };
  /** Books the court at an hour of the day after tomorrow. */
  book(hour: number, name?: string): Promise<Booking>;
  date: string;
}

export async function makeDesk(
  schedule: Record<string, unknown> = {},
  capacity = 1,
): Promise<Desk> {
  const owner = await makeTenant({ time_zone: "UTC" });
  const court = await makeResource(owner, { name: "Court 1", capacity });
  const tennis = await makeSchedule(owner, [court.id], { name: "Tennis", ...schedule });
  const date = new Date(clock.now() + 2 * 86_400_000).toISOString().slice(0, 10);
  const book = (hour: number, name = "Anna Jansen") => {
    const starts_at = `${date}T${String(hour).padStart(2, "0")}:00:00Z`;
    return createBooking(
      owner,
      NewBooking.parse({ resource_id: court.id, starts_at, customer: aCustomer(name) }),
      null,
    );
  };
  return { owner, court, schedule: tennis, book, date };
}

/** Moves the booking to the current time. */
export const begin = ({ id }: { id: string }) =>
  pool.query(
    "update booking set starts_at = now() - interval '30 minutes', ends_at = now() + interval '30 minutes' where id = $1",
    [id],
  );

export const pathOf = ({ id }: { id: string }) => `/dashboard/bookings/${id}`;
