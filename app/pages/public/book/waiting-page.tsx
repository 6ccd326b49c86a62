import type { ChosenTime } from "./booking-page-times";
import type { WidgetConfig } from "~/contract/widget";
import type { BookableService } from "./choice";
import { fill } from "~/ui/guest-page/manage-language";
import { type Note, Notice } from "~/ui/guest-page/guest-layout";
import { type BookFrame, BookLayout, FORM_ID } from "./book-layout";
import { bookTexts } from "./book-language";
import type { Typed } from "./booking-form";
import { Chosen, HiddenFields, Honeypot } from "./details-page";
import { ChannelChoice, PersonFields } from "./person-fields";

interface WaitingProps {
  frame: BookFrame;
  service: BookableService;
  slot: ChosenTime | null;
  time: string;
}

/** Step 3 for a full time: the details of the person waiting. */
export function WaitingDetails({
  config,
  typed,
  note,
  ...chosen
}: WaitingProps & { config: WidgetConfig; typed: Typed; note: Note | null }) {
  const t = bookTexts(chosen.frame.locale);
  return (
    <BookLayout frame={chosen.frame} has_form>
      <form method="post" className="fields" id={FORM_ID}>
        <Notice note={note} />
        <Chosen {...chosen} />
        <div>
          <h2>{t.wait_title}</h2>
          <p>{t.wait_text}</p>
        </div>
        <PersonFields config={config} typed={typed} t={t} />
        <ChannelChoice config={config} typed={typed} t={t} />
        <Honeypot />
        <HiddenFields
          values={{ attempt: typed.attempt, verification_token: typed.verification_token }}
        />
        <div className="actions">
          <button className="button main" type="submit" name="intent" value="book">
            {t.wait_title}
          </button>
        </div>
      </form>
    </BookLayout>
  );
}

/** Confirmation of the waiting list entry. */
export function OnWaitingList({ place, ...chosen }: WaitingProps & { place: number }) {
  const { locale } = chosen.frame;
  const t = bookTexts(locale);
  return (
    <BookLayout frame={chosen.frame}>
      <Notice note={{ kind: "good", text: t.waiting }} />
      <Chosen {...chosen} />
      <p>{t.waiting_text}</p>
      <p>{fill(t.place_in_line, { place: new Intl.NumberFormat(locale).format(place) })}</p>
    </BookLayout>
  );
}
