import { Link } from "@remix-run/react";
import { t } from "~/i18n/text";
import { FormSection, Hint } from "~/ui/kit/form";
import { healthWords, providerNames, readWords, roleWords } from "~/ui/calendars/calendar-words";
import { Badge } from "~/ui/kit/badge";
import { LinkButton } from "~/ui/kit/button";
import type { ResourcePageProps } from "./resource-view";

const SETTINGS = "/dashboard/settings/calendars";

/** External calendars that block the resource or receive its bookings. */
export function Calendars({ calendar, resource }: ResourcePageProps) {
  if (calendar === null) return null;
  const { now, lines } = calendar;
  return (
    <FormSection id="calendars" title={t("Connected calendars")}>
      {lines.length === 0 ? (
        <Hint>{t("Times at which {{name}} is busy elsewhere can still be booked.", resource)}</Hint>
      ) : (
        <ul className="m-0 p-0 list-none [&_li]:flex [&_li]:gap-x-4 [&_li]:gap-y-2 [&_li]:items-center [&_li]:justify-between [&_li]:min-h-row [&_li]:border-b [&_li]:border-line">
          {lines.map((line) => {
            const { label, tone, icon } = healthWords[line.health];
            const name = line.name ?? t("{{name}}’s calendar", { name: line.user_name });
            return (
              <li key={line.id}>
                <span>
                  {line.name === null ? (
                    name
                  ) : (
                    <Link to={`${SETTINGS}/${line.connection_id}`}>{name}</Link>
                  )}
                  <span className="m-0 text-muted text-sm">
                    {" · "}
                    {[
                      t(providerNames[line.provider]),
                      roleWords(line),
                      readWords(line.last_read_at, now),
                    ].join(" · ")}
                  </span>
                  {line.problem !== null && <Hint>{line.problem}</Hint>}
                </span>
                <Badge tone={tone} icon={icon}>
                  {t(label)}
                </Badge>
              </li>
            );
          })}
        </ul>
      )}
      <LinkButton to={SETTINGS}>
        {lines.length === 0 ? t("Connect your calendar") : t("Open connected calendars")}
      </LinkButton>
    </FormSection>
  );
}
