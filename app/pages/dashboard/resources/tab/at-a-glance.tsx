import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { t } from "~/i18n/text";
import { resourcePath } from "~/ui/resources/resource-path";
import type { ResourcePageProps } from "./resource-view";

/** The resource's week, hours, calendar and booking page, next to its services. */
export function AtAGlance({ at_a_glance, resource }: ResourcePageProps) {
  if (at_a_glance === null) return null;
  const { week, hours, calendar, booking_page } = at_a_glance;
  return (
    <dl className="m-0 text-sm [&>div]:py-3 [&>div]:border-b [&>div]:border-line [&_dd]:m-0 [&_dd]:text-muted [&_dt]:font-medium">
      <Line label={t("This week")}>{week}</Line>
      <Line label={t("Hours")} to={resourcePath(resource.id, "hours")}>
        {hours}
      </Line>
      {calendar !== null && (
        <Line label={t("Calendar")} to={resourcePath(resource.id, "calendar")}>
          {calendar}
        </Line>
      )}
      {booking_page !== null && (
        <Line label={t("Booking page")}>
          <a className="text-accent-text break-all" href={booking_page}>
            {booking_page.split("?")[0]}
          </a>
        </Line>
      )}
    </dl>
  );
}

function Line({ label, to, children }: { label: string; to?: string; children: ReactNode }) {
  return (
    <div>
      <dt>
        {to === undefined ? (
          label
        ) : (
          <Link className="text-accent-text" to={to}>
            {label}
          </Link>
        )}
      </dt>
      <dd>{children}</dd>
    </div>
  );
}
