import { type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { hasRole } from "~/domain/identity/actor";
import { requireActor } from "~/http/page.server";
import { t } from "~/i18n/text";
import { PageHeader } from "~/ui/layout/page-header";
import { settingsPages } from "./settings-pages";
import styles from "~/ui/layout/rows.module.css";

export { PageError as ErrorBoundary } from "~/ui/feedback/page-error";

export const meta: MetaFunction = () => [{ title: `${t("Settings")} · Booking Service` }];

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireActor(request);
  const pages = settingsPages.filter(({ role }) => hasRole(actor, role));
  const [first] = pages;
  if (pages.length === 1 && first) throw redirect(first.to);
  return { pages: pages.map(({ to, label, says }) => ({ to, label, says })) };
}

export default function SettingsIndex() {
  const { pages } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHeader title={t("Settings")} />
      <ul className={styles.list}>
        {pages.map(({ to, label, says }) => (
          <li key={to} data-row>
            <div className={styles.main}>
              <Link to={to} className={styles.name!} prefetch="intent">
                {t(label)}
              </Link>
              <p>{t(says)}</p>
            </div>
          </li>
        ))}
      </ul>
    </>
  );
}
