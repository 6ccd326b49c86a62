import { Link, useFetcher } from "@remix-run/react";
import type { FormEvent, ReactNode } from "react";
import { plural, t } from "~/i18n/text";
import { isCutOff } from "../connection/cut-off";
import { EmptyState } from "../feedback/empty-state";
import { SelectField, TextField } from "../form/fields";
import { PageForm, refusalOf } from "../form/page-form";
import { Problems } from "../form/problems";
import { Icon } from "../icon";
import { Button } from "../kit/button";
import { PageHeader } from "../layout/page-header";
import { blockPath } from "./block-address";
import type { BlockRefusal, BlockValues, BlockView, Obstacles } from "./block-view";

interface BlockFormProps {
  view: BlockView;
  /** Response to the page's form when submitted without JavaScript. */
  sent?: BlockRefusal | undefined;
  /** Where to go after saving. */
  to: string;
  onLeave?: () => void;
}

/** Form for time off of a resource: times, reason, and the bookings that are in it. */
export function BlockForm({ view, sent, to, onLeave }: BlockFormProps) {
  const { id, resources } = view;
  const fetcher = useFetcher<BlockRefusal>({ key: `block-${id ?? "new"}` });
  const check = useFetcher<BlockView>();
  const answered = fetcher.data ?? sent;
  const refusal = answered?.result;
  const isRemoved = refusalOf(refusal, "remove") !== undefined;
  const { values } = view;
  const obstacles = check.data?.in_the_way ?? view.in_the_way;
  const name = resources.find((resource) => resource.id === values.resource)?.name;
  const field = (of: keyof BlockValues, label: string, type: "date" | "time") => (
    <TextField name={of} label={label} type={type} required />
  );
  const onChange = (event: FormEvent<HTMLFormElement>) => {
    const times = new URLSearchParams();
    for (const [key, value] of new FormData(event.currentTarget)) times.set(key, String(value));
    times.delete("to");
    if (!isCutOff()) check.load(`${blockPath({ date: values.day })}&${times}`);
  };
  const action = blockPath(id === null ? { date: values.day } : { id });
  return (
    <div className="flex flex-col gap-5">
      {isRemoved && <Problems refusal={refusal} />}
      <PageForm
        as={fetcher.Form}
        action={action}
        stored={values}
        refusal={isRemoved ? undefined : refusal}
        className="grid grid-cols-[3fr_2fr] gap-4 [&>[role='alert']]:col-span-full"
        onChange={onChange}
      >
        <input type="hidden" name="starts_at" value={view.values.starts_at} />
        <input type="hidden" name="ends_at" value={view.values.ends_at} />
        <input type="hidden" name="to" value={to} />
        {id !== null && <input type="hidden" name="id" value={id} />}
        {id === null ? (
          <SelectField
            className="col-span-full m-0"
            name="resource"
            label={t("Block for")}
            options={resources.map((resource) => ({ value: resource.id, label: resource.name }))}
          />
        ) : (
          <p className="col-span-full m-0">
            <strong>{name ?? t("Archived resource")}</strong>
            <input type="hidden" name="resource" value={values.resource} />
          </p>
        )}
        {field("day", t("Start date"), "date")}
        {field("from", t("Start time"), "time")}
        {field("until_day", t("End date"), "date")}
        {field("until", t("End time"), "time")}
        <TextField
          className="col-span-full m-0"
          name="reason"
          label={t("Reason (not shown to guests)")}
          placeholder={t("Lunch, training, holiday")}
          maxLength={200}
        />
        <div className="col-span-full m-0" aria-live="polite">
          {obstacles && <Conflicts obstacles={obstacles} />}
        </div>
        <div className="col-span-full m-0 flex flex-wrap items-center gap-x-5 gap-y-3">
          <Button
            variant="primary"
            type="submit"
            name="intent"
            value={id === null ? "create" : "save"}
            loading={fetcher.state !== "idle"}
          >
            {id === null ? t("Block time") : t("Save")}
          </Button>
          <Link
            to={to}
            className="text-accent-text leading-[2.75rem]"
            preventScrollReset
            {...(onLeave && { onClick: onLeave })}
          >
            {t("Cancel")}
          </Link>
        </div>
      </PageForm>
      {id !== null && (
        <fetcher.Form method="post" action={action}>
          <input type="hidden" name="id" value={id} />
          <input type="hidden" name="to" value={to} />
          <Button type="submit" name="intent" value="remove">
            {t("Unblock")}
          </Button>
        </fetcher.Form>
      )}
    </div>
  );
}

function Conflicts({ obstacles: { lines, more } }: { obstacles: Obstacles }) {
  if (lines.length === 0)
    return (
      <p className="flex gap-2 items-center m-0 text-good">
        <Icon name="check" size={18} /> {t("No bookings affected.")}
      </p>
    );
  return (
    <section
      className="py-3 px-4 rounded-[0.5rem] bg-wait-soft"
      aria-label={t("Affected bookings")}
    >
      <p className="flex gap-2 items-center m-0 text-wait font-semibold">
        <Icon name="warning" size={18} /> {t("These stay. Move or cancel them next:")}
      </p>
      <ul className="m-0 mt-1 ps-6.5">
        {lines.map(({ text, href }) => (
          <li className="py-0.5" key={href}>
            <Link
              className="text-text leading-[1.75rem] pointer-coarse:inline-block pointer-coarse:leading-[2.75rem]"
              to={href}
            >
              {text}
            </Link>
          </li>
        ))}
      </ul>
      {more > 0 && (
        <p className="flex gap-2 items-center m-0 text-wait font-semibold">
          {plural(more, "and {{count}} more", "and {{count}} more")}
        </p>
      )}
    </section>
  );
}

/** Replaces the form when someone else removed the block. */
export function NoBlock({ heading }: { heading: "h1" | "h2" }) {
  return (
    <EmptyState icon="absent" heading={heading} title={t("This block was removed")}>
      <Link to="/dashboard/calendar">{t("Open calendar")}</Link>
    </EmptyState>
  );
}

/** The form as a full page: without JavaScript, or when its URL is shared. */
export function BlockPage({
  view,
  sent,
}: {
  view: BlockView | null;
  sent: BlockFormProps["sent"];
}): ReactNode {
  if (view === null) return <NoBlock heading="h1" />;
  return (
    <div className="max-w-144">
      <PageHeader
        title={view.id === null ? t("Block time") : t("Blocked time")}
        aside={t("Time zone: {{time_zone}}", { time_zone: view.time_zone })}
      />
      <BlockForm view={view} sent={sent} to={view.calendar} />
    </div>
  );
}
