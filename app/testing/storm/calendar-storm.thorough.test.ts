import { radicale } from "../radicale-on";
import { expect } from "vitest";
import { seededRandom } from "../booking-load";
import { needsTool } from "../needs-tool";
import { auditStorm } from "./audit-storm";
import { CalendarStorm } from "./calendar-storm";

const test = needsTool("radicale");

test.for([20_261_125])(
  "300 random operations on both sides, with faults, leave both sides with the same (seed %i)",
  async (seed) => {
    const storm = await CalendarStorm.begin(radicale!, seededRandom(seed)); // the tool is there
    await storm.run(300);
    await storm.settle();
    expect(await auditStorm(storm)).toEqual({ lost: [], oversold: [], phantom: [], open: [] });
    for (const what of [
      "booked",
      "moved",
      "cancelled",
      "appointment changed",
      "booking's event moved outside",
      "answer lost",
      "ended in a call",
    ])
      expect(storm.counts.get(what) ?? 0, what).toBeGreaterThan(0);
  },
);
