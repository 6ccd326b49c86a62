import { Link, useFetcher } from "@remix-run/react";
import { type DragEvent, useState } from "react";
import { t } from "~/i18n/text";
import { isCutOff } from "~/ui/connection/cut-off";
import { EmptyState } from "~/ui/feedback/empty-state";
import type { FormRefusal } from "~/ui/form/page-form";
import { Problems } from "~/ui/form/problems";
import { LinkButton } from "~/ui/kit/button";
import { PageHeader } from "~/ui/layout/page-header";
import { OrderButtons } from "~/ui/order/order-buttons";
import { aboutResource } from "./about-resource";
import styles from "./resources-page.module.css";

export interface ResourceLine {
  id: string;
  name: string;
  type: string;
  capacity: number;
  color: string | null;
  active: boolean;
  /** The names of the services that it gives now. */
  services: string[];
  image: string | null;
}

/** The resources as this person sees them. */
export interface ResourcesView {
  resources: ResourceLine[];
  next_page: string | null;
  has_cursor: boolean;
  may_edit: boolean;
}

interface ResourcesPageProps extends ResourcesView {
  refusal: FormRefusal | undefined;
}

/** What can be booked, in the order of every list. */
export function ResourcesPage({ resources, next_page, has_cursor, may_edit, refusal }: ResourcesPageProps) {
  return (
    <>
      <PageHeader title={t("Resources")}>
        {may_edit && (
          <LinkButton variant="primary" to="/dashboard/resources/new" icon="plus">
            {t("Add resource")}
          </LinkButton>
        )}
      </PageHeader>
      <Problems refusal={refusal} />
      {resources.length === 0 ? (
        <EmptyState icon="box" title={t("No resources yet")}>
          <p>{t("A resource is who or what guests book: a person, a room, a table, a class.")}</p>
        </EmptyState>
      ) : (
        <OrderedList resources={resources} may_edit={may_edit} />
      )}
      {(has_cursor || next_page !== null) && (
        <nav aria-label={t("Pages")} className={styles.pages}>
          {has_cursor && <Link to="/dashboard/resources">{t("Back to the first page")}</Link>}
          {next_page !== null && <Link to={next_page}>{t("Next")}</Link>}
        </nav>
      )}
    </>
  );
}

/** Up and Down are forms; with script a row can be dragged too. */
function OrderedList({ resources, may_edit }: Pick<ResourcesPageProps, "resources" | "may_edit">) {
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
  const drag = (index: number) =>
    may_edit && {
      draggable: true,
      onDragStart: () => setDragged(index),
      onDragOver: (event: DragEvent) => {
        event.preventDefault();
        if (over !== index) setOver(index);
      },
      onDragEnd: () => setDragged(null),
      onDrop: drop,
    };
  return (
    <ol className={styles.list}>
      {resources.map((resource, index) => (
        <li key={resource.id} data-row data-over={dragged !== null && over === index} {...drag(index)}>
          <Picture {...resource} />
          <div className={styles.what}>
            <Link
              to={`/dashboard/resources/${resource.id}`}
              className={styles.name!}
              prefetch="intent"
              draggable={false}
            >
              {resource.name}
            </Link>
            <span className={styles.about}>{aboutResource(resource)}</span>
          </div>
          <span className={styles.services}>
            {resource.services.length > 0 ? resource.services.join(", ") : resource.active && t("No services yet")}
          </span>
          {!resource.active && <span className={styles.archived}>{t("Archived")}</span>}
          {may_edit && <OrderButtons what={resource} before={resources[index - 1]} after={resources[index + 1]} />}
        </li>
      ))}
    </ol>
  );
}

function Picture({ image, color, name }: ResourceLine) {
  if (image !== null) return <img src={image} alt="" className={styles.picture} loading="lazy" draggable={false} />;
  return (
    <span className={styles.picture} style={{ borderColor: color ?? "transparent" }} aria-hidden="true">
      {name.slice(0, 1)}
    </span>
  );
}
