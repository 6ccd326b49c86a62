import { Tick, FormSection, Hint, Buttons, FORM } from "~/ui/kit/form";
import { getInputProps, useField } from "@conform-to/react";
import { Form, Link } from "@remix-run/react";
import { plural, t } from "~/i18n/text";
import { Notice } from "~/ui/feedback/notice";
import { ImageForm } from "~/ui/form/image-form";
import { PageForm, refusalOf } from "~/ui/form/page-form";
import { Problems } from "~/ui/form/problems";
import { Button } from "~/ui/kit/button";
import { AtAGlance } from "./at-a-glance";
import { Calendars } from "./calendars";
import { CalendarAddress } from "./calendar-address";
import { ResourceFields } from "../resource-fields";
import { Hours } from "./hours";
import type { ConflictsView, ResourcePageProps } from "./resource-view";
import { Services } from "./services";
import { Profile } from "./profile";
import { TimeOff } from "./time-off";
import { RESOURCES_PATH } from "~/ui/resources/resource-path";

/** A resource's profile and one of its pages. */
export function ResourcePage(props: ResourcePageProps) {
  const { answer, tab } = props;
  const refusal = answer?.result;
  const isShownInForm = ["edit", "block", "hours", "preview", "services"].some(
    (intent) => refusalOf(refusal, intent) !== undefined,
  );
  return (
    <>
      <Profile {...props} />
      {!isShownInForm && <Problems refusal={refusal} />}
      {answer?.in_the_way && <Conflicts {...answer.in_the_way} />}
      {tab === "services" && (
        <div className="grid grid-cols-[minmax(0,1fr)_16rem] gap-8 items-start max-xl:grid-cols-[minmax(0,1fr)]">
          <Services {...props} />
          <AtAGlance {...props} />
        </div>
      )}
      {tab === "hours" && <Hours {...props} key={props.hours?.seen} />}
      {tab === "time-off" && <TimeOff {...props} />}
      {tab === "calendar" && props.calendar !== null && (
        <div className="flex flex-col gap-5 max-w-192">
          <Calendars {...props} />
          <CalendarAddress
            feed_id={props.calendar.feed_id}
            url={answer?.feed_url ?? null}
            name={props.resource.name}
          />
        </div>
      )}
      {tab === "details" && <DetailsTab {...props} />}
    </>
  );
}

function DetailsTab(props: ResourcePageProps) {
  const { resource, image } = props;
  return (
    <div className="flex flex-col gap-5 max-w-192">
      <Details {...props} key={props.seen} />
      <FormSection title={t("Image")}>
        <ImageForm
          action={`${RESOURCES_PATH}/${resource.id}/image`}
          image={image}
          alt={t("Image of {{name}}", { name: resource.name })}
        />
      </FormSection>
      <FormSection title={resource.active ? t("Archive or delete") : t("Archived")}>
        <Hint>
          {t(
            "Archiving stops new bookings and keeps everything else. Deleting can’t be undone; past bookings keep the name.",
          )}
        </Hint>
        <Buttons>
          {resource.active ? (
            <ActionButton intent="archive" label={t("Archive")} />
          ) : (
            <ActionButton intent="restore" label={t("Restore")} />
          )}
          <details className="[&_summary]:py-1.75 [&_summary]:px-3 [&_summary]:text-bad [&_summary]:text-sm [&_summary]:font-medium [&_summary]:cursor-pointer">
            <summary>{t("Delete")}</summary>
            <ActionButton
              intent="remove"
              label={t("Delete {{name}}", { name: resource.name })}
              variant="danger"
            />
          </details>
        </Buttons>
      </FormSection>
    </div>
  );
}

function ActionButton({
  intent,
  label,
  variant,
}: {
  intent: string;
  label: string;
  variant?: "danger";
}) {
  return (
    <Form method="post">
      <Button type="submit" name="intent" value={intent} variant={variant}>
        {label}
      </Button>
    </Form>
  );
}

/** Bookings that block a change, with links and ways to proceed. */
function Conflicts({ message, bookings, others, offers }: ConflictsView) {
  return (
    <Notice tone="bad">
      <p className="m-0 [&_a]:text-accent-text">{message}</p>
      <ul className="flex flex-wrap gap-x-5 gap-y-0 m-0 p-0 list-none">
        {bookings.map(({ id, name, when }) => (
          <li key={id}>
            <Link
              className="inline-block text-accent-text leading-[2rem]"
              to={`/dashboard/bookings/${id}`}
            >
              {name}, {when}
            </Link>
          </li>
        ))}
        {others > 0 && <li>{plural(others, "and {{count}} more", "and {{count}} more")}</li>}
      </ul>
      {offers === "archive" && (
        <Form method="post">
          <input type="hidden" name="confirmed" value="on" />
          <Button type="submit" name="intent" value="archive">
            {t("Archive anyway")}
          </Button>
        </Form>
      )}
    </Notice>
  );
}

function Details({ resource, seen, limits, answer }: ResourcePageProps) {
  const stored = {
    ...resource,
    color: resource.color ?? "#3455c4",
    own_color: resource.color !== null,
  };
  const offersConfirm = answer?.in_the_way?.offers === "confirmed";
  return (
    <FormSection aria-label={t("Details")}>
      <PageForm
        intent="edit"
        stored={stored}
        typed={answer?.typed?.intent === "edit" ? answer.typed : null}
        refusal={answer?.result}
        limits={limits}
        version={{ field: "seen", stored: seen, conflict: answer?.conflict?.seen }}
        draft={`resource ${resource.id}`}
        meanwhile={answer?.conflict?.now ?? null}
        className={FORM}
        preventScrollReset
      >
        {answer?.conflict && (
          <Notice tone="bad">{t("Changed by someone else. Review, then save.")}</Notice>
        )}
        <ResourceFields />
        <CalendarColour />
        {offersConfirm && (
          <Tick type="checkbox" name="confirmed">
            {t("Save anyway: these bookings exceed the new capacity")}
          </Tick>
        )}
        <Button variant="primary" type="submit">
          {answer?.conflict ? t("Save mine") : t("Save")}
        </Button>
      </PageForm>
    </FormSection>
  );
}

function CalendarColour() {
  const [[own], [color]] = [useField<boolean>("own_color"), useField<string>("color")];
  return (
    <Buttons>
      <Tick {...getInputProps(own, { type: "checkbox" })} key={own.key}>
        {t("Calendar colour")}
      </Tick>
      <input
        {...getInputProps(color, { type: "color" })}
        key={color.key}
        aria-label={t("Colour")}
        className="w-12 h-control p-0.75 border border-faint rounded-md bg-surface"
      />
    </Buttons>
  );
}
