import type { Question } from "~/contract/schedules";
import type { GuestBooking } from "~/domain/guest-page/guest-booking";
import { Field, Problem, QuestionField } from "~/ui/guest-page/fields";
import { type Frame, GuestLayout, type Note, Notice } from "~/ui/guest-page/guest-layout";
import { manageTexts } from "~/ui/guest-page/manage-language";
import type { TypedFields } from "~/ui/guest-page/question-form";
import { When } from "~/ui/guest-page/when";

/** The parts besides the time that a guest may change, with the form's values. */
export interface ChangeForm {
  most_people: number;
  questions: Question[];
  people: string;
  /** Number fields of the kinds of people, instead of `people`; none: all are alike. */
  kinds: { name: string; label: string; value: string; max: number }[];
  /** The price that the guest agrees to. */
  expected_amount: number;
  typed: TypedFields;
}

/** People and answers. */
export function ChangeDetails({
  frame,
  booking,
  note,
  form,
}: {
  frame: Frame;
  booking: GuestBooking;
  note: Note | null;
  form: ChangeForm;
}) {
  const t = manageTexts(frame.locale);
  const { most_people, kinds, questions, people, expected_amount, typed } = form;
  return (
    <GuestLayout frame={frame}>
      <Notice note={note} />
      <p className="small">
        <a href={booking.path}>{t.back}</a>
      </p>
      <h1>{t.change_title}</h1>
      <p>
        {booking.what}
        <br />
        <When text={booking.when} />
      </p>
      <form method="post" className="fields">
        <input type="hidden" name="intent" value="change" />
        <input type="hidden" name="version" value={booking.version} />
        <input type="hidden" name="expected_amount" value={expected_amount} />
        {booking.may_move && kinds.length > 0 && (
          <fieldset aria-describedby={typed.problems["people"] && "people-problem"}>
            <legend>{t.people}</legend>
            {kinds.map(({ name, label, value, max }) => (
              <label key={name} className="flex items-center gap-2.5 my-2.5">
                <input
                  type="number"
                  className="control w-20"
                  name={name}
                  min={0}
                  max={max}
                  placeholder="0"
                  defaultValue={value}
                />
                {label}
              </label>
            ))}
            <Problem name="people" text={typed.problems["people"]} />
          </fieldset>
        )}
        {booking.may_move && kinds.length === 0 && most_people > 1 && (
          <Field
            name="people"
            label={t.people}
            type="number"
            min={1}
            max={most_people}
            required
            value={people}
            problem={typed.problems["people"]}
            t={t}
          />
        )}
        {questions.map((question) => (
          <QuestionField key={question.id} question={question} typed={typed} t={t} />
        ))}
        <div className="actions">
          <button className="button main" type="submit">
            {t.change_now}
          </button>
          <a className="button" href={booking.path}>
            {t.back}
          </a>
        </div>
      </form>
    </GuestLayout>
  );
}
