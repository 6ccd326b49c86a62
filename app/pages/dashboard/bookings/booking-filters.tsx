import { Form, useSubmit } from "@remix-run/react";
import { type ChangeEvent, useEffect, useRef } from "react";
import { t } from "~/i18n/text";
import type { FieldLimits } from "~/ui/form/field-limits";
import { IconButton } from "~/ui/kit/button";
import { Select, TextInput } from "~/ui/kit/inputs";
import styles from "./booking-filters.module.css";
import { type BookingView, bookingViews } from "~/ui/booking/booking-views";
import { bookingStatuses } from "~/ui/booking/status-badge";

const NARROWING = ["status", "resource_id", "from", "to"];
const SHOWN = ["search", ...NARROWING];
const TYPING_MS = 300;

interface BookingFiltersProps {
  view: BookingView;
  given: Record<string, string>;
  typed_search: string;
  resources: { id: string; name: string }[];
  limits: Record<string, FieldLimits>;
}

/** The filters of the list: a form that sends its fields in the address. With JavaScript it is sent while someone types and chooses. */
export function BookingFilters({ view, given, typed_search, resources, limits }: BookingFiltersProps) {
  const form = useRef<HTMLFormElement>(null);
  const { onSearch, onChoice } = useLiveForm();
  useShownValues(form, { ...given, search: typed_search });
  // Filters that have no field here came with the address and stay; the place in the list does not.
  const kept = Object.entries(given).filter(([name]) => !SHOWN.includes(name) && name !== "cursor");
  return (
    <Form ref={form} method="get" role="search" aria-label={t("Bookings")} className={styles.filters!}>
      {view !== bookingViews[0]?.view && <input type="hidden" name="view" value={view} />}
      {kept.map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <div className={styles.search}>
        <TextInput
          label={t("Name, e-mail, phone or reference")}
          name="search"
          type="search"
          defaultValue={typed_search}
          {...limits.search}
          autoComplete="off"
          onChange={onSearch}
        />
        <IconButton type="submit" icon="search" label={t("Search")} />
      </div>
      {/* On a narrow screen the other fields are shown by this; a checkbox without a name is not sent. */}
      <label className={styles.more}>
        <input type="checkbox" defaultChecked={NARROWING.some((name) => given[name] !== undefined)} />
        {t("More filters")}
      </label>
      <Select
        className={styles.narrowing}
        label={t("Status")}
        name="status"
        defaultValue={given.status ?? ""}
        onChange={onChoice}
      >
        <Choices none="Any status" chosen={given.status} options={STATUS_OPTIONS} several="Several statuses" />
      </Select>
      <Select
        className={styles.narrowing}
        label={t("Resource")}
        name="resource_id"
        defaultValue={given.resource_id ?? ""}
        onChange={onChoice}
      >
        <Choices none="Any resource" chosen={given.resource_id} options={resources} several="Several resources" />
      </Select>
      <DayField label={t("From")} name="from" given={given} onChange={onChoice} />
      <DayField label={t("Until")} name="to" given={given} onChange={onChoice} />
    </Form>
  );
}

interface DayFieldProps {
  label: string;
  name: "from" | "to";
  given: Record<string, string>;
  onChange: (event: ChangeEvent<HTMLInputElement>) => void;
}

function DayField({ label, name, given, onChange }: DayFieldProps) {
  const day = given[name] ?? "";
  return <TextInput className={styles.narrowing} type="date" defaultValue={day} {...{ label, name, onChange }} />;
}

const STATUS_OPTIONS = Object.entries(bookingStatuses).map(([id, { label }]) => ({ id, name: label }));

interface ChoicesProps {
  none: string;
  several: string;
  chosen: string | undefined;
  options: { id: string; name: string }[];
}

/** The options of a select; an address may hold a choice that is not among them (a list), and it stays choosable. */
function Choices({ none, several, chosen, options }: ChoicesProps) {
  const isOther = chosen !== undefined && !options.some(({ id }) => id === chosen);
  return (
    <>
      <option value="">{none}</option>
      {isOther && <option value={chosen}>{several}</option>}
      {options.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </>
  );
}

/** Sends the form a moment after the last key, and at once for a choice; one letter alone is not searched for. */
function useLiveForm() {
  const submit = useSubmit();
  const timer = useRef<ReturnType<typeof setTimeout>>();
  useEffect(() => () => clearTimeout(timer.current), []);
  const send = (form: HTMLFormElement | null) => {
    clearTimeout(timer.current);
    if (!form?.isConnected) return;
    const asked = new FormData(form);
    for (const [name, value] of [...asked]) if (value === "") asked.delete(name);
    submit(asked, { method: "get", replace: true, preventScrollReset: true });
  };
  return {
    onSearch: ({ currentTarget: { form, value } }: ChangeEvent<HTMLInputElement>) => {
      clearTimeout(timer.current);
      if (value.trim().length !== 1) timer.current = setTimeout(() => send(form), TYPING_MS);
    },
    onChoice: ({ currentTarget: { form } }: ChangeEvent<HTMLInputElement | HTMLSelectElement>) => send(form),
  };
}

/** Fields follow the address when it changes from outside (a tab, the back button), but never the one that is being typed in. */
function useShownValues(form: React.RefObject<HTMLFormElement>, shown: Record<string, string>) {
  const key = JSON.stringify(shown);
  useEffect(() => {
    const values = JSON.parse(key) as Record<string, string>; // what was written above
    for (const name of SHOWN) {
      const field = form.current?.elements.namedItem(name);
      const isField = field instanceof HTMLInputElement || field instanceof HTMLSelectElement;
      if (isField && field !== document.activeElement) field.value = values[name] ?? "";
    }
  }, [form, key]);
}
