import { plural, t } from "~/i18n/text";
import { Confirm } from "~/ui/form/confirm";
import type { FormRefusal } from "~/ui/form/page-form";
import { Problems } from "~/ui/form/problems";
import { EmptyList } from "~/ui/layout/filter-form";
import { PageHeader } from "~/ui/layout/page-header";
import { Pager } from "~/ui/layout/pager";
import type { BlockedView } from "./load.server";
import styles from "~/ui/layout/rows.module.css";

export const BLOCKED_PATH = "/dashboard/mail/blocked";

/** Blocked addresses, each with an unblock action. */
export function BlockedPage({
  view,
  refusal,
}: {
  view: BlockedView;
  refusal: FormRefusal | undefined;
}) {
  const { is_first, next_cursor, blocked } = view;
  return (
    <>
      <PageHeader
        title={t("Suppressed addresses")}
        aside={t("Bounced or unsubscribed, no longer emailed.")}
      />
      <div className={styles.above} hidden={refusal === undefined}>
        <Problems refusal={refusal} />
      </div>
      {blocked.length === 0 ? (
        <EmptyList icon="mail" title={t("No suppressed addresses")} clear={null}>
          <p>{t("Addresses that bounce, unsubscribe or mark emails as spam appear here.")}</p>
        </EmptyList>
      ) : (
        <ul className={styles.list}>
          {blocked.map(({ address, reason, since }) => (
            <li key={address} data-row>
              <div className={styles.main}>
                <span className={styles.name}>{address}</span>
                <p>{[reason, since].join(" · ")}</p>
              </div>
              <Confirm
                tone="plain"
                title={t("Unsuppress")}
                button={t("Email this address again")}
                fields={{ address }}
              >
                <p>{t("New emails go to it again. What wasn’t sent meanwhile stays unsent.")}</p>
              </Confirm>
            </li>
          ))}
        </ul>
      )}
      <Pager
        count={
          blocked.length === 0
            ? ""
            : plural(
                blocked.length,
                "{{count}} address on this page",
                "{{count}} addresses on this page",
              )
        }
        first={is_first ? null : BLOCKED_PATH}
        next={
          next_cursor === null ? null : `${BLOCKED_PATH}?cursor=${encodeURIComponent(next_cursor)}`
        }
      />
    </>
  );
}
