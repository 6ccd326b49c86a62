import { Link } from "@remix-run/react";
import { t } from "~/i18n/text";
import type { Figure } from "./figures";

/** The day's figures, at the bottom of the page. */
export function Figures({ figures, weekday }: { figures: Figure[]; weekday: string }) {
  return (
    <section
      aria-label={t("Figures")}
      className="flex gap-x-8 gap-y-4 items-start mt-6 py-3 border-t border-line text-muted text-xs @max-md:block"
    >
      <dl className="flex flex-1 flex-wrap gap-x-8 gap-y-3 m-0 @max-md:grid @max-md:grid-cols-2">
        {figures.map(({ label, value, change, to }) => (
          <div key={label}>
            <dt>
              {to === null ? (
                label
              ) : (
                <Link to={to} className="text-inherit">
                  {label}
                </Link>
              )}
            </dt>
            <dd className="m-0 text-text text-lg font-semibold">
              {value}
              {change !== null && (
                <small
                  className={`ms-1 text-xs font-medium ${change.is_good ? "text-good" : "text-bad"}`}
                >
                  <span aria-hidden="true">{change.words}</span>
                  <span className="hidden-text">{change.label}</span>
                </small>
              )}
            </dd>
          </div>
        ))}
      </dl>
      <p className="m-0 @max-md:mt-3">{t("vs last {{weekday}}", { weekday })}</p>
    </section>
  );
}
