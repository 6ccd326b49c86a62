import express, { type Router } from "express";
import { html, page } from "../page";

/** An event on the page. */
interface PageEvent {
  id: string;
  title: string;
  starts_at: Date;
  ends_at: Date;
}
/** A calendar that can be viewed and changed by hand. */
export interface PageCalendar {
  /** "Google: anna@example.com" */
  name: string;
  events(): PageEvent[];
  add(title: string, starts_at: Date, ends_at: Date): void;
  move(id: string, starts_at: Date, ends_at: Date): void;
  remove(id: string): void;
}

const SHOWN_DAYS = 21;
const HOUR_MS = 3_600_000;

/** /calendars: shows the stand-ins' calendars, to see bookings arrive and to move them outside. */
export function calendarPages(calendars: PageCalendar[]): Router {
  const router = express.Router();
  const form = express.urlencoded({ extended: false });
  router.get("/calendars", (_, response) => {
    response.send(
      page("Calendars", html`${calendars.map((calendar, index) => section(calendar, index))}`),
    );
  });
  router.post("/calendars/:index", form, (request, response) => {
    const calendar = calendars[Number(request.params.index)];
    const { act, id = "", title = "", starts_at = "" } = request.body as Record<string, string>;
    const event = calendar?.events().find((one) => one.id === id);
    const starts = new Date(`${starts_at}Z`);
    if (act === "add" && !Number.isNaN(starts.getTime()))
      calendar?.add(title, starts, new Date(starts.getTime() + HOUR_MS));
    if (event !== undefined && act === "remove") calendar?.remove(id);
    if (event !== undefined && act === "later")
      calendar?.move(
        id,
        new Date(event.starts_at.getTime() + HOUR_MS),
        new Date(event.ends_at.getTime() + HOUR_MS),
      );
    response.redirect(303, "/calendars");
  });
  return router;
}

function section(calendar: PageCalendar, index: number) {
  const now = Date.now();
  const shown = calendar
    .events()
    .filter(
      ({ starts_at, ends_at }) =>
        ends_at.getTime() > now && starts_at.getTime() < now + SHOWN_DAYS * 24 * HOUR_MS,
    )
    .sort((one, other) => one.starts_at.getTime() - other.starts_at.getTime());
  const time = (at: Date) => at.toISOString().slice(0, 16).replace("T", " ");
  const button = (act: string, label: string) =>
    html`<button name="act" value="${act}">${label}</button>`;
  return html`<h2>${calendar.name}</h2>
    <table>
      <tr>
        <th>From (UTC)</th>
        <th>To</th>
        <th>Event</th>
        <th></th>
      </tr>
      ${shown.map(
        ({ id, title, starts_at, ends_at }) =>
          html`<tr>
            <td>${time(starts_at)}</td>
            <td>${time(ends_at)}</td>
            <td>${title || "(no title)"}</td>
            <td>
              <form method="post" action="/calendars/${index}">
                <input type="hidden" name="id" value="${id}" />
                ${button("later", "Move an hour later")} ${button("remove", "Delete")}
              </form>
            </td>
          </tr>`,
      )}
    </table>
    <form method="post" action="/calendars/${index}">
      <p>
        <label>Event <input name="title" value="Appointment" /></label>
        <label
          >From (UTC, for an hour) <input type="datetime-local" name="starts_at" required
        /></label>
        ${button("add", "Add event")}
      </p>
    </form>`;
}
