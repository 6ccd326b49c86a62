import { Link, useFetcher } from "@remix-run/react";
import type { Checklist as Items, ChecklistItem } from "~/domain/onboarding/checklist";
import { t } from "~/i18n/text";
import { Notice } from "~/ui/feedback/notice";
import type { FormRefusal } from "~/ui/form/form-state";
import { Icon } from "~/ui/icon";
import buttons from "~/ui/kit/button.module.css";
import styles from "./checklist.module.css";

interface Words {
  title: string;
  /** Why it is worth doing. */
  why: string;
  /** Where it is done, and what the link says; a test booking is made on the spot. */
  to: string | null;
  button: string;
  /** How a company says that it does without. */
  decline?: string;
}

const WORDS: Record<ChecklistItem, Words> = {
  hours: {
    title: "A service with opening hours",
    why: "Guests can book the times that it makes.",
    to: "/dashboard/services/new",
    button: "Add a service",
  },
  test_booking: {
    title: "A first booking",
    why: "Make a test booking and see what you would see. Nobody is mailed, and one press removes it.",
    to: null,
    button: "Make a test booking",
  },
  widget: {
    title: "The calendar on your website",
    why: "Done as soon as a page has shown it once.",
    to: "/onboarding/widget",
    button: "Get the code",
    decline: "We do without",
  },
  payments: {
    title: "Payments online",
    why: "Guests pay when they book, straight to your own account.",
    to: "/dashboard/payments",
    button: "Connect an account",
    decline: "We take no payments online",
  },
  team: {
    title: "Your team",
    why: "Everybody signs in with their own address and sees what concerns them.",
    to: "/dashboard/settings/team",
    button: "Invite someone",
    decline: "I work alone",
  },
  mail: {
    title: "What guests are mailed",
    why: "Each mail has a text already. Read them, and change what you would say differently.",
    to: "/dashboard/mail/templates",
    button: "See the mails",
    decline: "They are fine as they are",
  },
};

/** What a new company still has to do, until all of it is done or the list is put away. */
export function Checklist({ items }: { items: NonNullable<Items> }) {
  const fetcher = useFetcher<{ result?: FormRefusal }>({ key: "checklist" });
  const problems = Object.values(fetcher.data?.result?.error ?? {})
    .flatMap((messages) => messages ?? [])
    .join(" ");
  const isOpen = ({ is_done, is_not_needed }: (typeof items)[number]) => !is_done && !is_not_needed;
  const left = items.filter(isOpen).length;
  return (
    <section aria-labelledby="checklist" className={styles.checklist}>
      <header className={styles.head}>
        <div>
          <h2 id="checklist">{t("Get ready for guests")}</h2>
          <p>
            {items.length - left} {t("of {count} done", { count: items.length })}
          </p>
        </div>
        <fetcher.Form method="post" action="/dashboard?index">
          <button type="submit" name="intent" value="hide_checklist" className={styles.quiet}>
            {t("Hide this list")}
          </button>
        </fetcher.Form>
      </header>
      {problems !== "" && <Notice tone="bad">{problems}</Notice>}
      <ul>
        {items.map((row) => {
          const { title, why, to, button, decline } = WORDS[row.item];
          return (
            <li key={row.item} data-open={isOpen(row) || undefined}>
              <span className={styles.mark}>
                {!isOpen(row) && <Icon name={row.is_done ? "check" : "cross"} size={16} />}
              </span>
              <div className={styles.what}>
                <h3>
                  {title}
                  {!isOpen(row) && (
                    <span className={styles.state}>{row.is_done ? t(" · done") : t(" · not needed")}</span>
                  )}
                </h3>
                {isOpen(row) && <p>{why}</p>}
              </div>
              {isOpen(row) && (
                <fetcher.Form method="post" action="/dashboard?index" className={styles.actions!}>
                  <input type="hidden" name="item" value={row.item} />
                  {decline !== undefined && (
                    <button type="submit" name="intent" value="not_needed" className={styles.quiet}>
                      {decline}
                    </button>
                  )}
                  {to === null ? (
                    <button type="submit" name="intent" value="test_booking" className={buttons.button}>
                      {button}
                    </button>
                  ) : (
                    <Link to={to} className={buttons.button!}>
                      {button}
                    </Link>
                  )}
                </fetcher.Form>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
