import { plural, t } from "~/i18n/text";
import { IconLink } from "~/ui/kit/button";
import { TextLink } from "~/ui/kit/link";
import type { WhyView } from "./why-model";

/** Panel next to its column: the rules in the order they removed times. */
export function WhyPanel({ why, side }: { why: WhyView; side: "start" | "end" }) {
  const { title, service, others, planned, bookable, steps, close } = why;
  return (
    <section
      className={`absolute top-15 z-20 w-[min(23rem,calc(100%-2rem))] max-h-[calc(100%-4.5rem)] px-4.5 py-4 overflow-auto border border-faint rounded-lg bg-raised shadow-raised text-md focus-visible:-outline-offset-2 max-md:fixed max-md:inset-x-2 max-md:top-auto max-md:bottom-17 max-md:w-auto max-md:max-h-[60dvh] ${side === "start" ? "inset-s-[calc(var(--gutter)+0.75rem)]" : "inset-e-5"}`}
      aria-labelledby="why-title"
      tabIndex={-1}
      data-why
    >
      <header className="flex gap-2 items-start justify-between">
        <h2 id="why-title" className="m-0 text-lg font-semibold">
          {bookable > 0 ? t("What can be booked") : t("Why can nothing be booked?")}
        </h2>
        <IconLink
          to={close}
          icon="cross"
          label={t("Close")}
          className="-mt-1 -me-2"
          preventScrollReset
          data-close-why
        />
      </header>
      <p className="mt-1 mb-0 text-muted">
        {title}
        {service !== null && (
          <>
            , <strong>{service}</strong>
          </>
        )}
      </p>
      {service === null ? (
        <p>{t("No service that is switched on uses this resource, so it has no hours.")}</p>
      ) : (
        <>
          <p className="mt-3 mb-0">
            {planned === 0
              ? t("The hours give no times on this day.")
              : plural(
                  planned,
                  "The hours give {{count}} time.",
                  "The hours give {{count}} times.",
                )}{" "}
            {planned > 0 &&
              (bookable === 0
                ? t("None can be booked online.")
                : plural(
                    bookable,
                    "{{count}} can be booked online.",
                    "{{count}} can be booked online.",
                  ))}
          </p>
          <ol className="flex flex-col gap-3 mt-3 mb-0 p-0 list-none">
            {steps.map(({ rule, words, note, removed, left, link }) => (
              <li key={rule} className="flex flex-col gap-0.5">
                <span className="flex gap-2 justify-between">
                  <strong>{words}</strong>
                  {removed > 0 && <span className="text-bad font-semibold">−{removed}</span>}
                </span>
                <span className="text-muted text-md">{note}</span>
                {planned > 0 && (
                  <span
                    className="flex h-2 my-1 overflow-hidden rounded-sm bg-quiet-soft"
                    aria-hidden="true"
                  >
                    <span
                      className="bg-good"
                      style={{ inlineSize: `${(100 * left) / planned}%` }}
                    />
                    <span
                      className="bg-bad/55"
                      style={{ inlineSize: `${(100 * removed) / planned}%` }}
                    />
                  </span>
                )}
                {link !== null && <TextLink to={link.href}>{link.words}</TextLink>}
              </li>
            ))}
          </ol>
        </>
      )}
      {others.length > 0 && (
        <p className="flex flex-wrap gap-x-3 gap-y-1 mt-4 mb-0 pt-3 border-t border-line">
          {t("Ask for")}{" "}
          {others.map(({ name, href }) => (
            <TextLink key={href} to={href} preventScrollReset>
              {name}
            </TextLink>
          ))}
        </p>
      )}
    </section>
  );
}
