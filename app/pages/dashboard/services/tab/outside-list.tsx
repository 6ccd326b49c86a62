import { Link } from "@remix-run/react";
import { plural, t } from "~/i18n/text";
import { Icon } from "~/ui/icon";
import { Select } from "~/ui/kit/inputs";
import type { Choices } from "./choices";
import type { OutsideView } from "~/ui/services/service-view";

interface OutsideListProps {
  outside: OutsideView;
  choices: Choices;
  notify: boolean;
  names: string;
}

/** Dry run: bookings outside the new rules, each with a choice. */
export function OutsideList({ outside, choices, notify, names }: OutsideListProps) {
  const { bookings, others, refunds } = outside;
  if (bookings.length === 0)
    return (
      <p className="flex gap-2 items-center m-0 px-1 text-good">
        <Icon name="check" size={18} />
        {t("All bookings fit.")}
      </p>
    );
  return (
    <section aria-labelledby="outside" className="py-3 px-4 border border-wait-edge rounded-lg">
      <h2 id="outside" className="flex gap-2 items-center m-0 text-wait text-lg font-semibold">
        <Icon name="warning" />
        {plural(
          bookings.length + others,
          "{{count}} booking doesn’t fit",
          "{{count}} bookings don’t fit",
        )}
      </h2>
      <p className="m-0 mt-1 text-muted text-sm">
        {t("Choose for each. Nothing happens until you save.")}
      </p>
      <ul className="m-0 mt-3 p-0 list-none">
        {bookings.map((booking) => (
          <li key={booking.id}>
            <fieldset className="group/booking m-0 py-3 px-0 border-0 border-t border-line">
              <legend className="[float:inline-start] w-full p-0">
                <Link
                  className="inline-block text-text font-semibold leading-7"
                  to={`/dashboard/bookings/${booking.id}`}
                >
                  {booking.name}
                </Link>
                <span className="block text-muted text-sm">
                  {booking.when} · {booking.resource}
                </span>
              </legend>
              <div className="flex flex-wrap [clear:both] gap-x-4 gap-y-1 items-center">
                <Wish
                  id={booking.id}
                  value="keep"
                  label={t("Keep")}
                  chosen={choices[booking.id] ?? "keep"}
                />
                {booking.places.length > 0 && (
                  <Wish
                    id={booking.id}
                    value="move"
                    label={t("Move")}
                    chosen={choices[booking.id] ?? "keep"}
                  />
                )}
                <Wish
                  id={booking.id}
                  value="cancel"
                  label={t("Cancel booking")}
                  chosen={choices[booking.id] ?? "keep"}
                />
                {booking.places.length > 0 && (
                  <Select
                    className="flex-[1_1_12rem] group-[:has(input[value='keep']:checked)]/booking:hidden group-[:has(input[value='cancel']:checked)]/booking:hidden"
                    name={`target.${booking.id}`}
                    aria-label={t("Move {{name}} to", { name: booking.name })}
                    options={booking.places}
                  />
                )}
              </div>
            </fieldset>
          </li>
        ))}
      </ul>
      {others > 0 && (
        <p className="m-0 mt-1 text-muted text-sm">
          {plural(
            others,
            "{{count}} more is kept. Move or cancel it from Today.",
            "{{count}} more are kept. Move or cancel them from Today.",
          )}
        </p>
      )}
      {refunds !== "" && (
        <p className="m-0 mt-1 text-muted text-sm">
          {t("Cancelling refunds {{amount}}, by your policy.", { amount: refunds })}
        </p>
      )}
      <label className="inline-flex gap-2 items-center min-h-11 cursor-pointer border-t border-line w-full pt-2">
        <input
          className="flex-none size-5 m-0"
          type="checkbox"
          name="notify"
          defaultChecked={notify}
        />
        <span>
          {names === ""
            ? t("Email guests who are moved or cancelled")
            : t("Email {{names}} about it", { names })}
        </span>
      </label>
    </section>
  );
}

function Wish({
  id,
  value,
  label,
  chosen,
}: {
  id: string;
  value: string;
  label: string;
  chosen: string;
}) {
  return (
    <label className="inline-flex gap-2 items-center min-h-11 cursor-pointer">
      <input
        className="flex-none size-5 m-0"
        type="radio"
        name={`choice.${id}`}
        value={value}
        defaultChecked={value === chosen}
      />
      {label}
    </label>
  );
}
