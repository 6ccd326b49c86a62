import { useFetcher } from "@remix-run/react";
import type { Checklist as Items, ChecklistItem } from "~/domain/onboarding/checklist";
import { msg, t } from "~/i18n/text";
import type { FormRefusal } from "~/ui/form/page-form";
import { Problems } from "~/ui/form/problems";
import { Icon } from "~/ui/icon";
import { Button, LinkButton } from "~/ui/kit/button";
import { TopFold } from "./top-fold";

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
      <Button type="submit" name="intent" value="test_booking" size="small">
        {t(button)}
      </Button>
    ) : (
      <LinkButton to={to} size="small">
        {t(button)}
      </LinkButton>
    );
  };
  const row = ({ item, is_done, is_not_needed }: (typeof items)[number]) => {
    const { title, why, decline } = { decline: undefined, ...WORDS[item] };
    const isNext = isOpen({ item, is_done, is_not_needed });
    return (
      <>
        <span
          className={`grid flex-none place-items-center size-5 border-2 rounded-full ${isNext ? "border-faint" : "border-transparent bg-good-soft text-good"}`}
        >
          {!isNext && <Icon name={is_done ? "check" : "cross"} size={14} />}
        </span>
        <div className="flex-1 min-w-0">
          <b className="font-medium">{t(title)}</b>
          <p className="m-0 text-muted">{isNext ? t(why) : is_done ? t("Done") : t("Skipped")}</p>
        </div>
        {isNext && (
          <fetcher.Form
            method="post"
            action="/dashboard?index"
            className="flex flex-none gap-2 @max-md:basis-full @max-md:ps-7"
          >
            <input type="hidden" name="item" value={item} />
            {decline !== undefined && (
              <Button type="submit" name="intent" value="not_needed" variant="quiet" size="small">
                {t(decline)}
              </Button>
            )}
            {step(item)}
          </fetcher.Form>
        )}
      </>
    );
  };
  const hide = (
    <fetcher.Form method="post" action="/dashboard?index">
      <Button type="submit" name="intent" value="hide_checklist" variant="quiet" size="small">
        {t("Hide set-up")}
      </Button>
    </fetcher.Form>
  );
  return (
    <TopFold
      label={t("Set-up")}
      tone="plain"
      icon="flag"
      title={t("Set-up: {{done}} of {{count}} done", {
        done: items.length - open.length,
        count: items.length,
      })}
      first={
        next !== undefined && (
          <span className="text-muted">
            {t("Next: {{step}}", { step: t(WORDS[next.item].title) })}
          </span>
        )
      }
      actions={
        next !== undefined && (
          <fetcher.Form method="post" action="/dashboard?index">
            {step(next.item)}
          </fetcher.Form>
        )
      }
      rows={[
        ...items.map((item) => ({ id: item.item, content: row(item) })),
        { id: "hide", content: hide },
      ]}
    >
      <Problems refusal={fetcher.data?.result} />
    </TopFold>
  );
}
