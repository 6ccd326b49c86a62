import type { FreeTimes } from "~/domain/guest-page/free-times";
import type { GuestBooking } from "~/domain/guest-page/guest-booking";
import { fill, manageTexts } from "~/ui/guest-page/manage-language";
import { type Frame, GuestLayout, type Note, Notice } from "~/ui/guest-page/guest-layout";
import { When } from "~/ui/guest-page/when";

/** Free times of two weeks by day, with links to earlier and later days. */
export function MoveChoice({
  frame,
  booking,
  times,
  note,
}: {
  frame: Frame;
  booking: GuestBooking;
  times: FreeTimes;
  note: Note | null;
}) {
  const t = manageTexts(frame.locale);
  const days = times.days.filter((day) => day.slots.length > 0);
  return (
    <GuestLayout frame={frame}>
      <Notice note={note} />
      <p className="small">
        <a href={booking.path}>{t.back}</a>
      </p>
      <h1>{t.move_title}</h1>
      <p>
        <When text={fill(t.now_booked, { when: booking.when })} />
      </p>
      <p className="muted small">{fill(t.times_in, { zone: booking.zone })}</p>
      <form method="post">
        <input type="hidden" name="intent" value="move" />
        <input type="hidden" name="version" value={booking.version} />
        <input type="hidden" name="expected_amount" value={booking.amount} />
        <input type="hidden" name="day" value={times.from} />
        {days.map((day) => (
          <fieldset key={day.date}>
            <legend>{day.title}</legend>
            <div className="times">
              {day.slots.map((slot) => (
                <label className="time" key={slot.id}>
                  <input type="radio" name="slot_id" value={slot.id} required />
                  <span>{slot.title}</span>
                </label>
              ))}
            </div>
          </fieldset>
        ))}
        {days.length === 0 && <NoTimes frame={frame} times={times} />}
        <nav className="days" aria-label={t.move_title}>
          {times.earlier === null ? (
            <span />
          ) : (
            <a href={`?view=move&day=${times.earlier}`}>{t.earlier}</a>
          )}
          {times.later !== null && <a href={`?view=move&day=${times.later}`}>{t.later}</a>}
        </nav>
        {days.length > 0 && (
          <div className="bar">
            <button className="button main" type="submit">
              {t.move_now}
            </button>
          </div>
        )}
      </form>
    </GuestLayout>
  );
}

function NoTimes({ frame, times }: { frame: Frame; times: FreeTimes }) {
  const t = manageTexts(frame.locale);
  return (
    <>
      <p>{t.no_times}</p>
      {times.next && (
        <p>
          <a href={`?view=move&day=${times.next.date}`}>
            {fill(t.next_free, { when: times.next.title })}
          </a>
        </p>
      )}
    </>
  );
}
