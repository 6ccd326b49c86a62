import { Link, useFetcher } from "@remix-run/react";
import { type DragEvent, useState } from "react";
import { msg, t } from "~/i18n/text";
import { isCutOff } from "~/ui/connection/cut-off";
import { isolate } from "~/lib/isolate";
import { Badge } from "~/ui/kit/badge";
import { Icon } from "~/ui/icon";
import { NewBookingLink } from "~/ui/layout/new-booking-link";
import { newBookingSearch } from "~/ui/layout/navigation";
import table from "~/ui/layout/table.module.css";
import { OrderButtons } from "~/ui/order/order-buttons";
import { aboutResource, iconOfResource } from "./about-resource";
import styles from "./resource-table.module.css";

export interface ResourceLine {
  id: string;
  name: string;
  type: string;
  capacity: number;
  color: string | null;
  active: boolean;
  /** Names of its services. */
  services: string[];
  image: string | null;
  /** First time staff can book; null for none within FREE_DAYS. */
  next_free: { slot_id: string; label: string } | null;
}

/** Number of days searched for a free time. */
export const FREE_DAYS = 30;

interface ResourceTableProps {
  resources: ResourceLine[];
  may_edit: boolean;
  may_book: boolean;
}

/**
 * Resources in their order. Up and Down are forms; with scripts, rows can be dragged. Roles are
 * explicit because block layout on phones removes table semantics.
 */
export function ResourceTable({ resources, may_edit, may_book }: ResourceTableProps) {
  const drag = useDragging(resources, may_edit);
  return (
    <table role="table" className={table.table} aria-label={t("Resources")}>
      <thead role="rowgroup" className={`${table.head} ${styles.head}`}>
        <tr role="row">
          {COLUMNS.map(({ label, width }) => (
            <th key={label} role="columnheader" scope="col" data-width={width}>
              {t(label)}
            </th>
          ))}
          {may_edit && (
            <th role="columnheader" scope="col" data-width="order">
              <span className="hidden-text">{t("Sort order")}</span>
            </th>
          )}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {resources.map((resource, index) => (
          <tr
            key={resource.id}
            role="row"
            className={`${table.row} ${styles.row}`}
            data-row={resource.id}
            data-off={!resource.active || undefined}
            {...drag(index)}
          >
            <Cells resource={resource} mayBook={may_book} />
            {may_edit && (
              <td role="cell" className={styles.order}>
                <OrderButtons
                  what={resource}
                  before={resources[index - 1]}
                  after={resources[index + 1]}
                />
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const COLUMNS = [
  { label: msg("Resource"), width: "resource" },
  { label: msg("Type"), width: "type" },
  { label: msg("Services"), width: "services" },
  { label: msg("Next free"), width: "next" },
  { label: msg("Status"), width: "status" },
];

function Cells({ resource, mayBook }: { resource: ResourceLine; mayBook: boolean }) {
  const { id, name, services } = resource;
  return (
    <>
      <td role="cell" className={styles.resource}>
        <span className={table.line}>
          <Picture {...resource} />
          <Link
            to={`/dashboard/resources/${id}`}
            className={table.name!}
            prefetch="intent"
            draggable={false}
          >
            <bdi>{name}</bdi>
          </Link>
        </span>
      </td>
      <td role="cell" className={styles.type}>
        <span className={table.line}>
          <Icon name={iconOfResource(resource.type)} size={16} />
          <span className={table.cut}>{aboutResource(resource)}</span>
        </span>
      </td>
      <td role="cell" className={styles.services} title={services.join(", ")}>
        {services.join(", ")}
      </td>
      <td role="cell" className={styles.next}>
        <NextFree {...resource} mayBook={mayBook} />
      </td>
      <td role="cell" className={styles.status}>
        <Status {...resource} />
      </td>
    </>
  );
}

function NextFree({
  name,
  active,
  services,
  next_free,
  mayBook,
}: ResourceLine & { mayBook: boolean }) {
  if (!active || (services.length === 0 && next_free === null)) return null;
  if (next_free === null)
    return <span className={styles.none}>{t("None in {{count}} days", { count: FREE_DAYS })}</span>;
  if (!mayBook) return next_free.label;
  return (
    <NewBookingLink
      asked={newBookingSearch({ slot_id: next_free.slot_id })}
      className={styles.time}
    >
      <span aria-hidden="true">{next_free.label}</span>
      <span className="hidden-text">
        {t("New booking with {{resource}} at {{time}}", {
          resource: isolate(name),
          time: next_free.label,
        })}
      </span>
    </NewBookingLink>
  );
}

/** Whether guests can book it, and if not, why. */
function Status({ active, services }: ResourceLine) {
  if (!active)
    return (
      <Badge tone="quiet" icon="box">
        {t("Archived")}
      </Badge>
    );
  if (services.length === 0)
    return (
      <Badge tone="wait" icon="warning">
        {t("No services yet")}
      </Badge>
    );
  return (
    <span className={styles.fine}>
      <Icon name="check" size={16} />
      {t("Active")}
    </span>
  );
}

function Picture({ image, color, name }: ResourceLine) {
  if (image !== null)
    return <img src={image} alt="" className={styles.picture} loading="lazy" draggable={false} />;
  return (
    <span
      className={styles.picture}
      style={{ borderColor: color ?? "transparent" }}
      aria-hidden="true"
    >
      {[...name.trim()][0]?.toUpperCase()}
    </span>
  );
}

/** Reorders rows by dragging. */
function useDragging(resources: readonly ResourceLine[], mayEdit: boolean) {
  const place = useFetcher();
  const [dragged, setDragged] = useState<number | null>(null);
  const [over, setOver] = useState<number | null>(null);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    const [what, beside] = [resources[dragged ?? -1], resources[over ?? -1]];
    if (what && beside && what.id !== beside.id && !isCutOff()) {
      const side = dragged! < over! ? "after" : "before";
      place.submit({ intent: "place", id: what.id, beside: beside.id, side }, { method: "post" });
    }
    setDragged(null);
    setOver(null);
  };
  return (index: number) =>
    mayEdit && {
      draggable: true,
      "data-over": dragged !== null && over === index,
      onDragStart: () => setDragged(index),
      onDragOver: (event: DragEvent) => {
        event.preventDefault();
        if (over !== index) setOver(index);
      },
      onDragEnd: () => setDragged(null),
      onDrop: drop,
    };
}
