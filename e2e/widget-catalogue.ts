import { aResource, aSchedule } from "../widget-element/samples";
import { firstFreeDay, startAt, type WidgetService } from "./widget-service";

/** A small single-colour picture. */
const PICTURE = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"><path fill="#c9a27e" d="M0 0h8v8H0z"/></svg>')}`;

/**
 * Services by category with pictures and descriptions; the first has three durations by two people
 * with individual prices.
 */
export function catalogue(service: WidgetService): void {
  const people = ["Anna", "Bram"].map((name) => aResource({ id: name, name, type: "person" }));
  const ids = people.map(({ id }) => id);
  const priced = { price_amount: 4000, currency: "EUR" };
  service.config = {
    ...service.config,
    resources: people,
    schedules: [
      aSchedule({
        id: "massage",
        name: "Massage",
        resource_ids: ids,
        ...priced,
        price_from: 4000,
        base_price_from: 4000,
        category: "Body",
        image_url: PICTURE,
        location: { kind: "address", text: "Quay 12, Amsterdam" },
        description: `Warm oil and calm hands. ${"Tell us where it hurts, and how firm you like it. ".repeat(6)}`,
        length_options: [
          { minutes: 90, price_amount: 5500, price_from: 5500 },
          { minutes: 120, price_amount: 8000, price_from: null },
        ],
        resource_terms: [
          {
            resource_id: "Anna",
            duration_minutes: 60,
            price_amount: 4500,
            base_price_from: null,
            length_options: [
              { minutes: 90, price_amount: 6000, price_from: null },
              { minutes: 120, price_amount: 8000, price_from: null },
            ],
          },
          {
            resource_id: "Bram",
            duration_minutes: 60,
            price_amount: 4000,
            base_price_from: null,
            length_options: [{ minutes: 90, price_amount: 5500, price_from: null }],
          },
        ],
      }),
      aSchedule({
        id: "scrub",
        name: "Scrub",
        resource_ids: ["Anna"],
        category: "Body",
        ...priced,
        description: "With sea salt.",
        location: { kind: "here", text: null },
      }),
      aSchedule({
        id: "talk",
        name: "First talk",
        resource_ids: ["Bram"],
        category: "Advice",
        duration_minutes: 20,
        price_amount: 0,
        currency: "EUR",
        location: { kind: "jitsi", text: null },
      }),
      aSchedule({ id: "gift", name: "Gift card", resource_ids: ["Anna"] }),
    ],
  };
  service.prices.set(startAt(firstFreeDay(), "18:00"), 6600);
}
