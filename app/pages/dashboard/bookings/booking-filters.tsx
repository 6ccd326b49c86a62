import { Form, Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { t } from "~/i18n/text";
import { bookingSources, paymentStatuses } from "~/ui/booking/booking-lines";
import { bookingsPath, type BookingView, bookingViews } from "~/ui/booking/booking-views";
import { bookingStatuses } from "~/ui/booking/status-badge";
import type { FieldLimits } from "~/ui/form/field-limits";
import { Icon } from "~/ui/icon";
import { ListSearch } from "~/ui/layout/list-search";
import { Button, BUTTON } from "~/ui/kit/button";
import { TextInput } from "~/ui/kit/inputs";
import { Menu, MENU_ITEM, MenuPanel } from "~/ui/kit/menu";

/** One-click date ranges. */
export interface DaysChoice {
  label: string;
  from: string;
  to: string;
}

interface Query {
  view: BookingView;
  given: Record<string, string>;
}

interface Choice {
  id: string;
  name: string;
}

interface BookingFiltersProps extends Query {
  typed_search: string;
  resources: Choice[];
  services: Choice[];
  /** The selected dates, formatted; null for none. */
  asked_days: string | null;
  days_choices: DaysChoice[];
  limits: Record<string, FieldLimits>;
}

/**
 * Filter bar: a search field that submits while typing, and chips. A chip opens a menu of links, so
 * it works without JavaScript. Phones show the chips in a sheet; its toggle has no name, so it
 * isn't submitted.
 */
export function BookingFilters({
  view,
  given,
  typed_search,
  limits,
  ...shown
}: BookingFiltersProps) {
  const query = { view, given };
  const chips: { name: string; label: string; choices: Choice[] }[] = [
    { name: "resource_id", label: t("Person"), choices: shown.resources },
    { name: "status", label: t("Status"), choices: STATUSES.map(inWords) },
    { name: "schedule_id", label: t("Service"), choices: shown.services },
    { name: "payment_status", label: t("Payment"), choices: PAYMENTS.map(inWords) },
    { name: "source", label: t("Source"), choices: SOURCES.map(inWords) },
  ];
  const isNarrowed = Object.keys(given).some((name) => name !== "cursor" && name !== "sort");
  return (
    <div className="flex flex-wrap gap-2 items-center min-h-12 py-2">
      <ListSearch
        label={t("Bookings")}
        by={t("Name, phone, email or reference")}
        typed={typed_search}
        limits={limits.search}
      >
        <OtherFilters {...query} without={["search"]} />
      </ListSearch>
      <input
        type="checkbox"
        id="filters"
        className="peer sr-only md:hidden"
        aria-label={t("Filters")}
      />
      <label
        htmlFor="filters"
        className={`${BUTTON} md:hidden peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-accent`}
        aria-hidden="true"
      >
        <Icon name="settings" size={18} />
        {t("Filters")}
      </label>
      <div
        className="contents max-md:fixed max-md:inset-x-0 max-md:bottom-0 max-md:z-300 max-md:hidden max-md:flex-col max-md:gap-2 max-md:max-h-[80dvh] max-md:p-4 max-md:rounded-t-[1rem] max-md:bg-raised max-md:shadow-[0_0_0_100vmax_rgb(10_14_22/42%)] max-md:overflow-y-auto max-md:peer-checked:flex"
        role="group"
        aria-label={t("Filters")}
      >
        <Chip {...query} names={["from", "to"]} label={t("Dates")} value={shown.asked_days}>
          {shown.days_choices.map(({ label, from, to }) => (
            <Option
              key={label}
              to={bookingsPath(query, { from, to })}
              is={given.from === from && given.to === to}
            >
              {label}
            </Option>
          ))}
          <DaysForm {...query} />
        </Chip>
        {chips.map(({ name, label, choices }) => (
          <ChoiceChip key={name} {...query} name={name} label={label} choices={choices} />
        ))}
        {isNarrowed && (
          <Link
            to={bookingsPath({ view, given: {} })}
            className="inline-flex items-center min-h-7 px-1 text-muted text-sm max-md:min-h-10"
            preventScrollReset
          >
            {t("Clear filters")}
          </Link>
        )}
        <label htmlFor="filters" className={`${BUTTON} md:hidden`} aria-hidden="true">
          {t("Done")}
        </label>
      </div>
    </div>
  );
}

const STATUSES = Object.entries(bookingStatuses).map(([id, { label }]) => ({ id, name: label }));
const PAYMENTS = Object.entries(paymentStatuses).map(([id, name]) => ({ id, name }));
const SOURCES = Object.entries(bookingSources).map(([id, name]) => ({ id, name }));
const inWords = ({ id, name }: Choice): Choice => ({ id, name: t(name) });

/** A multi-select filter that applies on each click. */
function ChoiceChip({
  view,
  given,
  name,
  label,
  choices,
}: Query & { name: string; label: string; choices: Choice[] }) {
  const chosen = given[name]?.split(",") ?? [];
  const [first] = chosen;
  const named = choices.find(({ id }) => id === first)?.name ?? t("Other");
  const value =
    first === undefined ? null : chosen.length === 1 ? named : `${named} +${chosen.length - 1}`;
  const toggled = (id: string) =>
    chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id];
  return (
    <Chip view={view} given={given} label={label} value={value} names={[name]}>
      {choices.map(({ id, name: words }) => (
        <Option
          key={id}
          to={bookingsPath({ view, given }, { [name]: toggled(id).join(",") || null })}
          is={chosen.includes(id)}
        >
          {words}
        </Option>
      ))}
    </Chip>
  );
}

interface ChipProps extends Query {
  /** The filters of this chip. */
  names: string[];
  label: string;
  /** The selection; null for none. */
  value: string | null;
  children: ReactNode;
}

function Chip({ view, given, names, label, value, children }: ChipProps) {
  return (
    <span
      className={`relative inline-flex items-center h-7 border rounded-[1rem] text-sm font-medium whitespace-nowrap hover:text-text max-md:flex-none max-md:items-start max-md:justify-between max-md:h-auto max-md:border-0 max-md:border-b max-md:border-solid max-md:border-line max-md:rounded-none max-md:bg-transparent max-md:text-md max-md:font-medium ${value === null ? "border-dashed border-faint text-muted" : "border-transparent bg-quiet-soft text-text"}`}
    >
      <Menu
        className="max-md:flex-1 max-md:min-w-0"
        summaryClassName={`inline-flex gap-1 items-center h-7 rounded-[1rem] max-md:w-full max-md:h-11 ${value === null ? "px-2.5" : "ps-2.5 pe-0.5"}`}
        summary={
          <>
            {value === null && <Icon name="plus" size={14} />}
            <span className={value === null ? undefined : "hidden-text"}>{label}</span>
            {value !== null && <span className="max-w-48 truncate">{value}</span>}
          </>
        }
      >
        <MenuPanel className="top-full inset-s-0 z-110 max-h-80 mt-1 overflow-y-auto max-md:static max-md:max-h-none max-md:mt-0 max-md:border-0 max-md:shadow-none">
          {children}
        </MenuPanel>
      </Menu>
      {value !== null && (
        <Link
          to={bookingsPath({ view, given }, Object.fromEntries(names.map((name) => [name, null])))}
          className="inline-grid place-items-center size-6 me-0.5 rounded-full text-inherit hover:bg-line max-md:size-11"
          aria-label={t("Remove filter: {{filter}}", { filter: label })}
          preventScrollReset
        >
          <Icon name="cross" size={14} />
        </Link>
      )}
    </span>
  );
}

function Option({ to, is, children }: { to: string; is: boolean; children: ReactNode }) {
  return (
    <Link to={to} className={MENU_ITEM} aria-current={is ? "true" : undefined} preventScrollReset>
      {children}
      {is && <Icon name="check" size={16} className="ms-auto" />}
    </Link>
  );
}

/** A custom date range. */
function DaysForm({ view, given }: Query) {
  return (
    <Form method="get" className="grid gap-2 mt-1 p-2 border-t border-line" preventScrollReset>
      <OtherFilters view={view} given={given} without={["from", "to"]} />
      <TextInput type="date" name="from" label={t("From")} defaultValue={given.from} />
      <TextInput type="date" name="to" label={t("Until")} defaultValue={given.to} />
      <Button type="submit">{t("Apply")}</Button>
    </Form>
  );
}

/** Hidden fields that keep the other filters; the cursor is dropped. */
function OtherFilters({ view, given, without }: Query & { without: string[] }) {
  const others = Object.entries(given).filter(
    ([name]) => !without.includes(name) && name !== "cursor",
  );
  return (
    <>
      {view !== bookingViews[0]?.view && <input type="hidden" name="view" value={view} />}
      {others.map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
    </>
  );
}
