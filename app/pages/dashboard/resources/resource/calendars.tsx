import { Link } from "@remix-run/react";
import { t } from "~/i18n/text";
import { healthWords, providerNames, readWords, roleWords } from "~/ui/calendars/calendar-words";
import { Badge } from "~/ui/kit/badge";
import { LinkButton } from "~/ui/kit/button";
import type { ResourcePageProps } from "./resource-view";
import styles from "./resource-page.module.css";

const SETTINGS = "/dashboard/settings/calendars";

/** External calendars that block the resource or receive its bookings. */
export function Calendars({ calendars, resource }: ResourcePageProps) {
  const { now, lines } = calendars;
  return (
    <section id="calendars" aria-labelledby="calendars-title" className={styles.card}>
      <h2 id="calendars-title">{t("Connected calendars")}</h2>
      {lines.length === 0 ? (
        <p className={styles.quiet}>
          {t("Times at which {{name}} is busy elsewhere can still be booked.", resource)}
        </p>
      ) : (
        <ul className={styles.lines}>
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
                  <span className={styles.quiet}>
                    {" · "}
                    {[
                      t(providerNames[line.provider]),
                      roleWords(line),
                      readWords(line.last_read_at, now),
                    ].join(" · ")}
                  </span>
                  {line.problem !== null && <p className={styles.quiet}>{line.problem}</p>}
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
    </section>
  );
}
