import { Button } from "@mantine/core";
import { Form, Link } from "@remix-run/react";
import { useState } from "react";
import { Draft } from "~/ui/drafts/draft";
import { Notice } from "~/ui/feedback/notice";
import { FieldsOf } from "~/ui/form/field-state";
import { ImageForm } from "~/ui/form/image-form";
import { PageHeader } from "~/ui/layout/page-header";
import { servicePath } from "~/ui/services/service-view";
import { CalendarAddress } from "./calendar-address";
import { aboutResource } from "../about-resource";
import { ResourceFields } from "../resource-fields";
import type { ConflictsView, ResourcePageProps } from "./resource-view";
import { TimeOff } from "./time-off";
import styles from "./resource-page.module.css";

/** A resource: what it is, its services, its time off, and its calendar for other programs. */
export function ResourcePage(props: ResourcePageProps) {
  const { resource, image, services, may_edit, answer } = props;
  const problems = answer?.result?.error ?? {};
  return (
    <div className={styles.page}>
      <div>
        <Link to="/dashboard/resources" className={styles.back!}>
          Resources
        </Link>
        <PageHeader
          title={resource.name}
          aside={resource.active ? aboutResource(resource) : `${aboutResource(resource)} · archived`}
        />
      </div>
      {problems[""] && <Notice tone="bad">{problems[""].join(" ")}</Notice>}
      {answer?.in_the_way && <Conflicts {...answer.in_the_way} />}
      <section aria-labelledby="services" className={styles.card}>
        <h2 id="services">Services</h2>
        {services.length === 0 ? (
          <p className={styles.quiet}>None. Guests can book {resource.name} once a service has it.</p>
        ) : (
          <ul className={styles.links}>
            {services.map(({ id, name, active }) => (
              <li key={id}>
                <Link to={servicePath(id, "offer")}>{name}</Link>
                {!active && " (switched off)"}
              </li>
            ))}
          </ul>
        )}
      </section>
      <TimeOff {...props} />
      {props.may_block && (
        <CalendarAddress feed_id={props.feed_id} url={answer?.feed_url ?? null} name={resource.name} />
      )}
      {may_edit && (
        <>
          <Details {...props} key={props.seen} />
          <section aria-labelledby="image" className={styles.card}>
            <h2 id="image">Image</h2>
            <ImageForm
              action={`/dashboard/resources/${resource.id}/image`}
              image={image}
              alt={`Image of ${resource.name}`}
            />
          </section>
          <section aria-labelledby="end" className={styles.card}>
            <h2 id="end">{resource.active ? "No longer in use?" : "Archived"}</h2>
            <p className={styles.quiet}>
              Archived: nobody can book it, everything stays. Deleted: it goes, and past bookings keep its name.
            </p>
            <div className={styles.row}>
              {resource.active ? (
                <ActionButton intent="archive" label="Archive" />
              ) : (
                <ActionButton intent="restore" label="Use it again" />
              )}
              <details className={styles.confirmed}>
                <summary>Delete</summary>
                <ActionButton intent="remove" label={`Delete ${resource.name} for good`} color="red.8" />
              </details>
            </div>
          </section>
        </>
      )}
    </div>
  );
}

function ActionButton({ intent, label, color }: { intent: string; label: string; color?: string }) {
  return (
    <Form method="post">
      <Button type="submit" name="intent" value={intent} size="md" {...(color ? { color } : { variant: "default" })}>
        {label}
      </Button>
    </Form>
  );
}

/** What keeps a change from being made, with links to it, and what can be done all the same. */
function Conflicts({ message, bookings, others, offers }: ConflictsView) {
  return (
    <Notice tone="bad">
      <p className={styles.message}>{message}</p>
      <ul className={styles.links}>
        {bookings.map(({ id, name, when }) => (
          <li key={id}>
            <Link to={`/dashboard/bookings/${id}`}>
              {name}, {when}
            </Link>
          </li>
        ))}
        {others > 0 && <li>and {others} more</li>}
      </ul>
      {offers === "archive" && (
        <Form method="post">
          <input type="hidden" name="confirmed" value="on" />
          <Button type="submit" name="intent" value="archive" size="md">
            Archive it
          </Button>
        </Form>
      )}
    </Notice>
  );
}

function Details({ resource, seen, limits, answer }: ResourcePageProps) {
  const given = answer?.typed ?? answer?.result?.initialValue ?? null;
  const typed = given?.intent === "edit" ? given : null;
  const color = String((typed ? typed.color : resource.color) ?? "#3455c4");
  const hasColor = typed ? Boolean(typed.own_color) : resource.color !== null;
  const [from, setFrom] = useState(seen);
  const offersConfirm = answer?.in_the_way?.offers === "confirmed";
  return (
    <section aria-labelledby="details" className={styles.card}>
      <h2 id="details">Details</h2>
      <Form method="post" className={styles.form!} preventScrollReset>
        <input type="hidden" name="intent" value="edit" />
        <input type="hidden" name="seen" value={answer?.conflict?.seen ?? from} />
        <Draft name={`resource ${resource.id}`} version={seen} onVersion={setFrom} />
        {answer?.conflict && (
          <Notice tone="bad">
            Someone else has saved this resource meanwhile. Where it differs, both values are shown.
          </Notice>
        )}
        <FieldsOf
          value={{
            of: "resource",
            values: typed ?? { ...resource },
            now: answer?.conflict?.now ?? null,
            limits,
            problems: answer?.result?.error ?? {},
          }}
        >
          <ResourceFields />
        </FieldsOf>
        <div className={styles.row}>
          <label className={styles.tick}>
            <input type="checkbox" name="own_color" defaultChecked={hasColor} />
            Colour in the calendar
          </label>
          <input type="color" name="color" aria-label="Colour" defaultValue={color} className={styles.color} />
        </div>
        {offersConfirm && (
          <label className={styles.tick}>
            <input type="checkbox" name="confirmed" />
            Save it although these bookings need more places
          </label>
        )}
        <Button type="submit" size="md">
          {answer?.conflict ? "Save mine" : "Save"}
        </Button>
      </Form>
    </section>
  );
}
