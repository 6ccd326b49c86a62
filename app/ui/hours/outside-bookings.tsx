import { Link } from "@remix-run/react";
import { useId } from "react";
import { plural, t } from "~/i18n/text";
import { Icon } from "../icon";
import type { OutsideLines } from "./outside-lines";

/** Inside a form: bookings its hours would exclude. They stay. */
export function OutsideBookings({ bookings, total }: OutsideLines) {
  const id = useId();
  if (total === 0)
    return (
      <p className="flex gap-2 items-center m-0 px-1 text-good" role="status">
        <Icon name="check" size={18} />
        {t("All bookings fit.")}
      </p>
    );
  const others = total - bookings.length;
  return (
    <section aria-labelledby={id} className="w-full py-3 px-4 border border-wait-edge rounded-lg">
      <h3 id={id} className="flex gap-2 items-center m-0 text-wait text-lg font-semibold">
        <Icon name="warning" />
        {plural(total, "{{count}} booking doesn’t fit", "{{count}} bookings don’t fit")}
      </h3>
      <p className="m-0 mt-1 text-muted text-sm">
        {t("They stay, and no guest is emailed. They are listed once you save.")}
      </p>
      <ul className="m-0 mt-2 p-0 list-none">
        {bookings.map(({ id: booking, name, when }) => (
          <li
            className="flex flex-wrap gap-x-3 gap-y-0 items-center min-h-8 border-t border-line"
            key={booking}
          >
            <Link
              className="inline-flex items-center min-h-8 text-accent-text max-md:min-h-10"
              to={`/dashboard/bookings/${booking}`}
            >
              {name}
            </Link>
            <span className="text-muted text-sm">{when}</span>
          </li>
        ))}
        {others > 0 && (
          <li className="flex flex-wrap gap-x-3 gap-y-0 items-center min-h-8 border-t border-line">
            {plural(others, "and {{count}} more", "and {{count}} more")}
          </li>
        )}
      </ul>
    </section>
  );
}
