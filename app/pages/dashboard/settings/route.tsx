import { type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { hasRole } from "~/domain/identity/actor";
import { requireActor } from "~/http/page.server";
import { t } from "~/i18n/text";
import { List, Row, RowMain, RowName, RowText } from "~/ui/kit/list";
import { PageHeader } from "~/ui/layout/page-header";
import { settingsPages } from "./settings-pages";

export { PageError as ErrorBoundary } from "~/ui/feedback/page-error";

export const meta: MetaFunction = () => [{ title: `${t("Settings")} · Booking Service` }];

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireActor(request);
  const pages = settingsPages.filter(({ role }) => hasRole(actor, role));
  const [first] = pages;
  if (pages.length === 1 && first) throw redirect(first.to);
  return { pages: pages.map(({ to, label, hint }) => ({ to, label, hint })) };
}

export default function SettingsIndex() {
  const { pages } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHeader title={t("Settings")} />
      <List>
        {pages.map(({ to, label, hint }) => (
          <Row key={to}>
            <RowMain>
              <RowName to={to}>{t(label)}</RowName>
              <RowText>{t(hint)}</RowText>
            </RowMain>
          </Row>
        ))}
      </List>
    </>
  );
}
