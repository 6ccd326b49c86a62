import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { templateKeys } from "~/contract/email";
import { listOwnLanguages } from "~/domain/email/template-text.server";
import { requireActor } from "~/http/page.server";
import { t } from "~/i18n/text";
import { Badge } from "~/ui/feedback/badge";
import { PageHeader } from "~/ui/layout/page-header";
import { languageWords, mailWords } from "../mail-words";
import styles from "~/ui/layout/rows.module.css";

export { PageError as ErrorBoundary } from "~/ui/feedback/page-error";

export const meta: MetaFunction = () => [{ title: "Mail texts · Booking Service" }];

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireActor(request);
  const own = await listOwnLanguages(actor);
  return { mails: templateKeys.map((key) => ({ key, ...mailWords(key), own: (own[key] ?? []).map(languageWords) })) };
}

export default function MailTexts() {
  const { mails } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHeader title={t("Texts of mails")} />
      <ul className={styles.list}>
        {mails.map(({ key, label, when, own }) => (
          <li key={key} data-row>
            <div className={styles.main}>
              <Link to={`/dashboard/mail/templates/${key}`} className={styles.name!} prefetch="intent">
                {label}
              </Link>
              <p>{when}</p>
            </div>
            <div className={styles.side}>
              {own.length === 0 ? (
                <Badge tone="quiet" icon="note">
                  {t("Default text")}
                </Badge>
              ) : (
                <Badge tone="info" icon="edit">
                  {t("Own text: {value}", { value: own.join(", ") })}
                </Badge>
              )}
            </div>
          </li>
        ))}
      </ul>
    </>
  );
}
