import { expect, test } from "vitest";
import { NewBookingSeries } from "~/contract/booking-inputs";
import { createSeries } from "~/domain/series/create-series.server";
import { readSeries } from "~/domain/series/read-series.server";
import { pool } from "~/lib/db.server";
import { flashOf, get, makeDesk, pathOf, post } from "~/testing/desk";
import { aCustomer } from "~/testing/factory";
import type { BookingRefusal } from "~/ui/booking/booking-view";
import * as booking from "./route";

/** Three days in a row at ten, at a desk with times on every day. */
async function aSeries() {
  const desk = await makeDesk();
  const { owner, court, schedule, date } = desk;
  const made = await createSeries(
    owner,
    NewBookingSeries.parse({
      schedule_id: schedule.id,
      resource_id: court.id,
      starts_at: `${date}T10:00:00Z`,
      customer: { ...aCustomer(), name: "Anna Jansen" },
      repeat: { rrule: "FREQ=DAILY;COUNT=3" },
    }),
  );
  const id = made.dates[0]!.booking_id!;
  const slotAt = async (hour: string, day = date) => {
    const found = await pool.query<{ id: string }>(
      "select id from slot where resource_id = $1 and starts_at = $2",
      [court.id, `${day}T${hour}:00Z`],
    );
    return found.rows[0]!.id;
  };
  const starts = async () =>
    (await readSeries(owner, made.id!)).dates.map(({ booking_starts_at }) =>
      booking_starts_at!.slice(11, 16),
    );
  const send = (fields: Record<string, string>) =>
    post(booking, owner, `${pathOf({ id })}?show=move`, { intent: "move", ...fields }, id);
  return { ...desk, made, id, slotAt, starts, send };
}

const movesIn = (answer: unknown) => (answer as { data: BookingRefusal }).data.moves!;

test("Move asks which dates of the series, lists them before they move, then moves them", async () => {
  const { owner, id, slotAt, starts, send } = await aSeries();
  const page = await get(booking, owner, `${pathOf({ id })}?show=move`, id);
  expect(page.move!.scopes).toEqual([
    { value: "following", words: "This and the following: 3 dates" },
    { value: "all", words: "All to come: 3 dates" },
  ]);
  const chosen = {
    slot_id: await slotAt("12:00"),
    scope: "all",
    expected_amount: String(page.price_amount),
    version: String(page.version),
    notify: "on",
  };
  const moves = movesIn(await send(chosen));
  expect(moves.dates.map(({ is_free, words }) => [is_free, words])).toEqual(
    Array(3).fill([true, "Free"]),
  );
  expect(await starts()).toEqual(["10:00", "10:00", "10:00"]);
  const done = flashOf(await send({ ...moves.fields, version: String(page.version) }));
  expect(done.text).toBe("Moved 3 dates of Anna Jansen.");
  expect(done.undo).toBeNull();
  expect(await starts()).toEqual(["12:00", "12:00", "12:00"]);
});

test("a taken date says so and stays; one taken since the dates were shown lists them again", async () => {
  const { owner, id, slotAt, starts, send, made } = await aSeries();
  const page = await get(booking, owner, `${pathOf({ id })}?show=move`, id);
  const chosen = { slot_id: await slotAt("12:00"), scope: "following", version: "1" };
  const free = movesIn(await send(chosen));
  expect(free.fields).toMatchObject({ if_taken: "all" });
  await pool.query(
    "update slot set status = 'closed' where resource_id = (select resource_id from booking where id = $1) and starts_at = (select starts_at + interval '2 hours' from booking where id = $2)",
    [id, made.dates[1]!.booking_id],
  );
  const again = await send({ ...free.fields, version: String(page.version) });
  expect((again as { data: BookingRefusal }).data.result.status).toBe("error");
  const moves = movesIn(again);
  expect(moves.dates.map(({ words }) => words)).toEqual(["Free", "Closed", "Free"]);
  expect(moves).toMatchObject({ free: 2, fields: { if_taken: "skip" } });
  expect(await starts()).toEqual(["10:00", "10:00", "10:00"]);
  const done = flashOf(await send({ ...moves.fields, version: String(page.version) }));
  expect(done.text).toContain("1 date stays at its time.");
  expect(await starts()).toEqual(["12:00", "10:00", "12:00"]);
});

test("Only this date moves immediately, with an undo", async () => {
  const { slotAt, starts, send } = await aSeries();
  const done = flashOf(await send({ slot_id: await slotAt("12:00"), scope: "this", version: "1" }));
  expect(done.undo).not.toBeNull();
  expect(await starts()).toEqual(["12:00", "10:00", "10:00"]);
});
