import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { hasRole } from "~/domain/identity/actor";
import { listAllGroups } from "~/domain/resource-groups/resource-groups.server";
import { requireActor } from "~/http/page.server";
import { list, t } from "~/i18n/text";
import { EmptyState } from "~/ui/feedback/empty-state";
import { LinkButton } from "~/ui/kit/button";
import { List, Row, RowMain, RowName, RowSide } from "~/ui/kit/list";
import { PageHeader } from "~/ui/layout/page-header";
import { groupResources } from "./group-resources.server";

export { PageError as ErrorBoundary } from "~/ui/feedback/page-error";

export const meta: MetaFunction = () => [{ title: `${t("Groups")} · Booking Service` }];

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireActor(request);
  const [groups, resources] = await Promise.all([listAllGroups(actor), groupResources(actor)]);
  const nameOf = new Map(resources.map(({ id, name }) => [id, name]));
  return {
    groups: groups.map(({ id, name, resource_ids }) => ({
      id,
      name,
      resources: resource_ids.flatMap((each) => nameOf.get(each) ?? []),
    })),
    may_edit: hasRole(actor, "admin"),
  };
}

/** Groups of interchangeable resources. */
export default function GroupsRoute() {
  const { groups, may_edit } = useLoaderData<typeof loader>();
  const create = may_edit && (
    <LinkButton variant="primary" to="/dashboard/resource-groups/new" icon="plus">
      {t("Create group")}
    </LinkButton>
  );
  return (
    <>
      <PageHeader up={{ to: "/dashboard/resources", name: t("Resources") }} title={t("Groups")}>
        {groups.length > 0 && create}
      </PageHeader>
      {groups.length === 0 ? (
        <EmptyState icon="box" title={t("No groups yet")}>
          <p>{t("A group is resources of which a service needs any one, such as rooms.")}</p>
          {create}
        </EmptyState>
      ) : (
        <List>
          {groups.map(({ id, name, resources }) => (
            <Row key={id}>
              <RowMain>
                <RowName to={`/dashboard/resource-groups/${id}`}>{name}</RowName>
              </RowMain>
              <RowSide>{list(resources)}</RowSide>
            </Row>
          ))}
        </List>
      )}
    </>
  );
}
