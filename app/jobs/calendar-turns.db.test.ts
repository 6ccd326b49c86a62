import { breakFeeds, feed, feedHost, feedUrl, stopFeeds } from "~/testing/feeds";
import { afterAll, expect, test } from "vitest";
import { queueRead } from "~/domain/calendars/queue-read.server";
import { pool } from "~/lib/db.server";
import { makeCalendar } from "~/testing/calendar-calls";
import { makeResource, makeTenant } from "~/testing/factory";
import { untilTrue } from "~/testing/webhook-receivers";
import readJob from "./calendars-read.job.server";
import { startJobWorkers } from "./job-workers.server";

afterAll(stopFeeds);

test("a company with unresponsive calendars does not delay others", async () => {
  const [slow, other] = [await makeTenant(), await makeTenant()];
  const add = async (owner: typeof slow, url: string) => {
    const { id } = await makeResource(owner);
    const calendar = await makeCalendar(owner, id, { url });
    await queueRead(pool, owner.tenant.id, calendar.id);
    return calendar.id;
  };
  for (let count = 0; count < 20; count++) await add(slow, `http://${feedHost}/silent/${count}`);
  const workers = await startJobWorkers([readJob]);
  try {
    await untilTrue(() => feed.unanswered > 1);
    const id = await add(other, feedUrl);
    await untilTrue(async () => {
      const read = await pool.query<{ last_read_at: Date | null }>(
        "select last_read_at from connected_calendar where id = $1",
        [id],
      );
      return read.rows[0]!.last_read_at !== null;
    });
    expect(feed.unanswered).toBe(2);
  } finally {
    breakFeeds();
    await workers.stop(0);
  }
});
