import { Button } from "@mantine/core";
import { Link } from "@remix-run/react";
import { Notice } from "~/ui/feedback/notice";
import type { FormRefusal } from "~/ui/form/form-state";
import { Icon } from "~/ui/icon";
import { EmptyList } from "~/ui/layout/filter-form";
import { PageHeader } from "~/ui/layout/page-header";
import type { SlotProgressLine } from "./slot-progress-lines";
import { SlotProgress } from "./slot-progress";
import { ServiceList, type ServiceLine } from "./service-list";

/** The services as this person sees them. */
export interface ServicesView {
  services: ServiceLine[];
  making: SlotProgressLine[];
  next_cursor: string | null;
  has_cursor: boolean;
  may_add: boolean;
}

interface ServicesPageProps extends ServicesView {
  refusal: FormRefusal | undefined;
}

const PATH = "/dashboard/services";
const NEW = `${PATH}/new`;

/** What guests can book, and the times that are being made for it. */
export function ServicesPage({ services, making, next_cursor, has_cursor, may_add, refusal }: ServicesPageProps) {
  const problems = Object.values(refusal?.error ?? {}).flatMap((texts) => texts ?? []);
  return (
    <>
      <PageHeader title="Services">
        {may_add && (
          <Button component={Link} to={NEW} leftSection={<Icon name="plus" size={18} />}>
            New service
          </Button>
        )}
      </PageHeader>
      {problems.length > 0 && <Notice tone="bad">{problems.join(" ")}</Notice>}
      <SlotProgress lines={making} />
      {services.length === 0 ? (
        <EmptyList icon="tag" title="No services yet" clear={null}>
          <p>A service is what guests book: its length, price and hours.</p>
          {may_add && (
            <Button component={Link} to={NEW}>
              Make the first one
            </Button>
          )}
        </EmptyList>
      ) : (
        <ServiceList services={services} />
      )}
      {(has_cursor || next_cursor !== null) && (
        <nav aria-label="Pages">
          {has_cursor && (
            <Button component={Link} to={PATH} variant="default">
              Back to the first page
            </Button>
          )}
          {next_cursor !== null && (
            <Button component={Link} to={`${PATH}?cursor=${encodeURIComponent(next_cursor)}`} variant="default">
              Next
            </Button>
          )}
        </nav>
      )}
    </>
  );
}
