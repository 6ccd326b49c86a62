import { Link, useFetcher } from "@remix-run/react";
import type { Checklist as Items, ChecklistItem } from "~/domain/onboarding/checklist";
import { msg, t } from "~/i18n/text";
import type { FormRefusal } from "~/ui/form/page-form";
import { Problems } from "~/ui/form/problems";
import { Icon } from "~/ui/icon";
import buttons from "~/ui/kit/button.module.css";
import folds from "./fold.module.css";
import styles from "./checklist.module.css";

interface Words {
  title: string;
  /** Benefit. */
  why: string;
  /** Page and link label; a test booking is created in place. */
  to: string | null;
  button: string;
  /** Label for skipping it. */
  decline?: string;
}

const WORDS = {
  hours: {
    title: msg("Add a service"),
    why: msg("With its hours and price. Guests book the times you open."),
    to: "/dashboard/services/new",
    button: msg("Add service"),
  },
  test_booking: {
    title: msg("Take a first booking"),
    why: msg(
      "Create a sample booking to see how it looks. No emails are sent; remove it with one click.",
    ),
    to: null,
    button: msg("Create test booking"),
  },
  calendars: {
    title: msg("Connect your calendar"),
    why: msg("Times at which you’re busy elsewhere can’t be booked, and bookings appear there."),
    to: "/dashboard/settings/calendars",
    button: msg("Connect account"),
    decline: msg("Skip"),
  },
  widget: {
    title: msg("Put the calendar on your website"),
    why: msg("Copy one line of code. Done as soon as a page has shown it once."),
    to: "/onboarding/widget",
    button: msg("Get the code"),
    decline: msg("Skip"),
  },
  payments: {
    title: msg("Take payments online"),
    why: msg("Guests pay when they book, straight to your own account."),
    to: "/dashboard/payments",
    button: msg("Connect account"),
    decline: msg("Skip"),
  },
  team: {
    title: msg("Invite your team"),
    why: msg("Everyone signs in with their own email and sees their own calendar."),
    to: "/dashboard/settings/team",
    button: msg("Invite someone"),
    decline: msg("I work alone"),
  },
  mail: {
    title: msg("Check your emails"),
    why: msg("Every email has a text already. Read them and change what you’d say differently."),
    to: "/dashboard/mail/templates",
    button: msg("Open templates"),
    decline: msg("Looks good"),
  },
} satisfies Record<ChecklistItem, Words>;

/**
 * Set-up checklist of a new company, in a collapsible line with the next step, until completed or
 * dismissed.
 */
export function Checklist({ items }: { items: NonNullable<Items> }) {
  const fetcher = useFetcher<{ result?: FormRefusal }>({ key: "checklist" });
  const isOpen = ({ is_done, is_not_needed }: (typeof items)[number]) => !is_done && !is_not_needed;
  const open = items.filter(isOpen);
  const [next] = open;
  const step = (item: ChecklistItem) => {
    const { to, button } = WORDS[item];
    return to === null ? (
      <button type="submit" name="intent" value="test_booking" className={buttons.button}>
        {t(button)}
      </button>
    ) : (
      <Link to={to} className={buttons.button!}>
        {t(button)}
      </Link>
    );
  };
  return (
    <section aria-label={t("Set-up")} className={folds.checklist}>
      <details>
        <summary>
          <Icon name="flag" size={18} />
          <b>
            {t("Set-up: {{done}} of {{count}} done", {
              done: items.length - open.length,
              count: items.length,
            })}
          </b>
          {next !== undefined && (
            <span className={folds.first}>
              {t("Next: {{step}}", { step: t(WORDS[next.item].title) })}
            </span>
          )}
          <Icon name="down" size={16} />
        </summary>
        <ul>
          {items.map((row) => {
            const { title, why, decline } = { decline: undefined, ...WORDS[row.item] };
            return (
              <li key={row.item}>
                <span className={styles.mark} data-open={isOpen(row) || undefined}>
                  {!isOpen(row) && <Icon name={row.is_done ? "check" : "cross"} size={14} />}
                </span>
                <div className={styles.what}>
                  <b>{t(title)}</b>
                  <p>{isOpen(row) ? t(why) : row.is_done ? t("Done") : t("Skipped")}</p>
                </div>
                {isOpen(row) && (
                  <fetcher.Form method="post" action="/dashboard?index" className={folds.actions!}>
                    <input type="hidden" name="item" value={row.item} />
                    {decline !== undefined && (
                      <button
                        type="submit"
                        name="intent"
                        value="not_needed"
                        className={folds.plain}
                      >
                        {t(decline)}
                      </button>
                    )}
                    {step(row.item)}
                  </fetcher.Form>
                )}
              </li>
            );
          })}
          <li>
            <fetcher.Form method="post" action="/dashboard?index">
              <button type="submit" name="intent" value="hide_checklist" className={folds.plain}>
                {t("Hide set-up")}
              </button>
            </fetcher.Form>
          </li>
        </ul>
      </details>
      {next !== undefined && (
        <fetcher.Form method="post" action="/dashboard?index" className={folds.beside!}>
          {step(next.item)}
        </fetcher.Form>
      )}
      <Problems refusal={fetcher.data?.result} />
    </section>
  );
}
