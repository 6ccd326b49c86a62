import { Link } from "@remix-run/react";
import { t } from "~/i18n/text";
import type { Figure } from "./figures";
import styles from "./figure-list.module.css";

/** The day's figures, at the bottom of the page. */
export function Figures({ figures, weekday }: { figures: Figure[]; weekday: string }) {
  return (
    <section aria-label={t("Figures")} className={styles.figures}>
      <dl>
        {figures.map(({ label, value, change, to }) => (
          <div key={label}>
            <dt>{to === null ? label : <Link to={to}>{label}</Link>}</dt>
            <dd>
              {value}
              {change !== null && (
                <small data-good={change.is_good}>
                  <span aria-hidden="true">{change.words}</span>
                  <span className="hidden-text">{change.says}</span>
                </small>
              )}
            </dd>
          </div>
        ))}
      </dl>
      <p>{t("vs last {{weekday}}", { weekday })}</p>
    </section>
  );
}
