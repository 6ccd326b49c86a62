import { expect } from "vitest";
import type { BookingLink } from "~/contract/booking-links";
import type { Availability } from "~/contract/slots";
import type { WidgetConfig } from "~/contract/widget";
import { aCustomer, makeResource, makeSchedule } from "./factory";
import { slotsAfter, type SlotRow } from "./booking-calls";
import { call, json } from "./request";
import type { UserActor } from "~/domain/identity/actor";

/** The actor who creates links and their visitors' key, read at the time of each call. */
interface Caller {
  owner: UserActor;
  cookie: string;
  key: string;
}

interface Outcome {
  status: number;
  code: string | undefined;
  reason: unknown;
  booking: { id: string } | undefined;
}
/** Extracts the fields of an answer that tests check. */
export async function outcomeOf(response: Response): Promise<Outcome> {
  const body = (await json(response)) as unknown as {
    error?: { code: string; details?: { reason?: string } };
    booking?: { id: string };
  };
  const { error, booking } = body;
  return { status: response.status, code: error?.code, reason: error?.details?.reason, booking };
}

/** API calls for tests of booking links and private services. */
export function linkCalls(caller: () => Caller) {
  /**
   * A private service with its own resource, and its slots from the day after tomorrow. `input` can
   * make it public.
   */
  async function makePrivateService(input: Record<string, unknown> = {}, capacity = 9) {
    const { owner } = caller();
    const room = await makeResource(owner, { capacity });
    const service = await makeSchedule(owner, [room.id], {
      max_advance_days: 5,
      private: true,
      ...input,
    });
    return { room, service, slots: await slotsAfter(1, service.id) };
  }
  const create = (
    body: Record<string, unknown>,
    by: { cookie?: string; key?: string } = { cookie: caller().cookie },
  ) => call("/api/booking-links", { ...by, body });
  const linkTo = async (schedule_id: string, more: Record<string, unknown> = {}) => {
    const made = await create({ schedule_id, ...more });
    expect(made.status).toBe(201);
    return (await json(made)) as unknown as BookingLink;
  };
  const readLink = async (id: string) =>
    (await json(
      await call(`/api/booking-links/${id}`, { cookie: caller().cookie }),
    )) as unknown as BookingLink;
  /** A call from a website with the whole response, to compare denied with unknown. */
  const callAsWebsite = async (path: string, sent: Parameters<typeof call>[1] = {}) => {
    const response = await call(path, { key: caller().key, ...sent });
    return [response.status, (await response.text()).replace(/"request_id":"[^"]*"/, "")];
  };
  const send = async (path: string, body: Record<string, unknown>, key = caller().key) =>
    outcomeOf(await call(path, { key, body }));
  const bookBy = (
    slot: SlotRow,
    booking_link_token?: string,
    more: Record<string, unknown> = {},
    by?: string,
  ) => {
    const link = booking_link_token === undefined ? {} : { booking_link_token };
    return send(
      "/api/widget/booking",
      { slot_id: slot.id, customer: aCustomer(), ...link, ...more },
      by,
    );
  };
  const holdBy = (slot: SlotRow, booking_link_token?: string) =>
    send("/api/widget/hold", {
      slot_id: slot.id,
      ...(booking_link_token === undefined ? {} : { booking_link_token }),
    });
  const configBy = async (query = "") =>
    (await json(
      await call(`/api/widget/config${query}`, { key: caller().key }),
    )) as unknown as WidgetConfig;
  /** Schedules whose slots are visible to a visitor. */
  const timesBy = async (query: string) => {
    const response = await call(`/api/widget/availability?${query}`, { key: caller().key });
    const { days } = (await json(response)) as unknown as Availability;
    return [...new Set(days.flatMap(({ slots }) => slots).map(({ schedule_id }) => schedule_id))];
  };
  return {
    offered: makePrivateService,
    create,
    linkTo,
    linkNow: readLink,
    callAsWebsite,
    bookBy,
    holdBy,
    configBy,
    timesBy,
  };
}
