import { Link } from "@remix-run/react";
import { t } from "~/i18n/text";
import type { CalendarColumn } from "./calendar-model";

/** Free time left in a column, or why there is none. */
export function FreeWords({
  column,
  day,
  free,
}: {
  column: CalendarColumn;
  day: string;
  free: number;
}) {
  if (column.is_full)
    return (
      <Link
        to={column.why}
        className="text-muted"
        preventScrollReset
        data-place={`full ${column.key}`}
        aria-label={t("Full, {{resource}}, {{day}}: why?", { resource: column.title, day })}
      >
        {t("Full: why?")}
      </Link>
    );
  const [hours, minutes] = [Math.floor(free / 60), free % 60];
  if (free === 0) return null;
  if (hours === 0) return t("{{minutes}} min free", { minutes });
  return minutes === 0
    ? t("{{hours}} h free", { hours })
    : t("{{hours}} h {{minutes}} free", { hours, minutes });
}
