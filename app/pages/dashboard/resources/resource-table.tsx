import { useFetcher } from "@remix-run/react";
import { type DragEvent, useState } from "react";
import { t } from "~/i18n/text";
import { isCutOff } from "~/ui/connection/cut-off";
import { isolate } from "~/lib/isolate";
import { Badge } from "~/ui/kit/badge";
import { Icon } from "~/ui/icon";
import { RowLink } from "~/ui/kit/row-link";
import { Cell, CellLine, Table, TableBody, TableRow } from "~/ui/kit/table";
import { NewBookingLink } from "~/ui/layout/new-booking-link";
import { newBookingSearch } from "~/ui/layout/navigation";
import { OrderButtons } from "~/ui/order/order-buttons";
import { resourcePath } from "~/ui/resources/resource-path";
import { aboutResource, iconOfResource } from "./about-resource";
import { FREE_DAYS, type NextFree } from "./next-free";

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
  next_free: NextFree;
}

interface ResourceTableProps {
  resources: ResourceLine[];
  may_edit: boolean;
  may_book: boolean;
}

/**
 * Resources in their order. Up and Down are forms; with scripts, rows can be dragged.
 */
export function ResourceTable({ resources, may_edit, may_book }: ResourceTableProps) {
  const drag = useDragging(resources, may_edit);
  return (
    <Table
      label={t("Resources")}
      columns={[
        { label: t("Resource"), className: "w-[20%]" },
        { label: t("Type"), className: `w-46 ${UP_TO_2XL}` },
        { label: t("Services") },
        { label: t("Next free"), className: "w-40" },
        { label: t("Status"), className: `w-38 ${UP_TO_63}` },
        ...(may_edit
          ? [{ label: <span className="hidden-text">{t("Sort order")}</span>, className: "w-20" }]
          : []),
      ]}
    >
      <TableBody>
        {resources.map((resource, index) => (
          <TableRow
            key={resource.id}
            data-row={resource.id}
            className={`data-[over=true]:outline-2 data-[over=true]:-outline-offset-2 data-[over=true]:outline-accent-text ${resource.active ? "" : "text-muted"} max-md:grid-cols-[minmax(0,1fr)_auto_auto] max-md:grid-rows-[20px_20px] max-md:gap-x-2 max-md:gap-y-0.5`}
            {...drag(index)}
          >
            <Cells resource={resource} mayBook={may_book} />
            {may_edit && (
              <Cell
                className="px-0"
                phone="max-md:col-3 max-md:row-span-full max-md:self-center max-md:-me-2 max-md:overflow-visible"
              >
                <div className="flex justify-end">
                  <OrderButtons
                    what={resource}
                    before={resources[index - 1]}
                    after={resources[index + 1]}
                  />
                </div>
              </Cell>
            )}
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}

/** On narrow screens the least important columns are hidden. */
const UP_TO_2XL = "max-2xl:hidden";
const UP_TO_63 = "max-[63em]:hidden";

function Cells({ resource, mayBook }: { resource: ResourceLine; mayBook: boolean }) {
  const { id, name, services } = resource;
  return (
    <>
      <Cell phone="max-md:col-1 max-md:row-1 max-md:overflow-visible">
        <CellLine>
          <Picture {...resource} />
          <RowLink
            to={resourcePath(id)}
            className="overflow-hidden text-ellipsis"
            draggable={false}
          >
            <bdi>{name}</bdi>
          </RowLink>
        </CellLine>
      </Cell>
      <Cell className={`text-muted ${UP_TO_2XL}`}>
        <CellLine>
          <Icon name={iconOfResource(resource.type)} size={16} />
          <span className="overflow-hidden text-ellipsis">{aboutResource(resource)}</span>
        </CellLine>
      </Cell>
      <Cell
        className="text-muted"
        phone="max-md:col-[1/3] max-md:row-2 max-md:ps-12.5 max-md:text-[0.8125rem]"
        title={services.join(", ")}
      >
        {services.join(", ")}
      </Cell>
      <Cell phone="max-md:col-2 max-md:row-1 max-md:text-[0.8125rem]">
        <NextFree {...resource} mayBook={mayBook} />
      </Cell>
      <Cell className={UP_TO_63}>
        <Status {...resource} />
      </Cell>
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
    return <span className="text-muted">{t("None in {{count}} days", { count: FREE_DAYS })}</span>;
  if (!mayBook) return next_free.label;
  return (
    <NewBookingLink
      search={newBookingSearch({ slot_id: next_free.slot_id })}
      className="relative z-1 text-text no-underline hover:text-accent-text hover:underline"
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
      <Badge tone="quiet" icon="box" size="small">
        {t("Archived")}
      </Badge>
    );
  if (services.length === 0)
    return (
      <Badge tone="wait" icon="warning" size="small">
        {t("No services yet")}
      </Badge>
    );
  return (
    <span className="flex gap-1.5 items-center w-fit text-muted text-xs font-medium">
      <Icon name="check" size={16} />
      {t("Active")}
    </span>
  );
}

/** On phones as tall as the two lines next to it. */
const PICTURE =
  "grid flex-none place-items-center size-7 me-1 border-2 border-transparent rounded-md bg-quiet-soft text-quiet text-xs font-semibold object-cover max-md:size-10 max-md:-mb-5.5";

function Picture({ image, color, name }: ResourceLine) {
  if (image !== null)
    return <img src={image} alt="" className={PICTURE} loading="lazy" draggable={false} />;
  return (
    <span className={PICTURE} style={{ borderColor: color ?? "transparent" }} aria-hidden="true">
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
