import { t } from "~/i18n/text";
import { Confirm } from "~/ui/form/confirm";
import type { FormRefusal } from "~/ui/form/page-form";
import { Problems } from "~/ui/form/problems";
import { EmptyList } from "~/ui/layout/filter-form";
import { PageHeader } from "~/ui/layout/page-header";
import { Pager } from "~/ui/layout/pager";
import type { BlockedView } from "./load.server";
import styles from "~/ui/layout/rows.module.css";

export const BLOCKED_PATH = "/dashboard/mail/blocked";

/** The addresses that nothing is sent to, each with a way back. */
export function BlockedPage({ view, refusal }: { view: BlockedView; refusal: FormRefusal | undefined }) {
  const { is_first, next_cursor, blocked } = view;
  return (
    <>
      <PageHeader title={t("Blocked addresses")} aside={t("Mail to them came back, or was reported as unwanted.")} />
      <div className={styles.above} hidden={refusal === undefined}>
        <Problems refusal={refusal} />
      </div>
      {blocked.length === 0 ? (
        <EmptyList icon="mail" title={t("No address is blocked")} clear={null}>
          <p>{t("An address that takes no mail is listed here, and nothing more is sent to it.")}</p>
        </EmptyList>
      ) : (
        <ul className={styles.list}>
          {blocked.map(({ address, reason, since }) => (
            <li key={address} data-row>
              <div className={styles.main}>
                <span className={styles.name}>{address}</span>
                <p>{[reason, since].join(" · ")}</p>
              </div>
              <Confirm tone="plain" title={t("Unblock")} button={t("Send there again")} fields={{ address }}>
                <p>{t("Mails that are sent from now on go there again. What was not sent meanwhile stays unsent.")}</p>
              </Confirm>
            </li>
          ))}
        </ul>
      )}
      <Pager
        count={blocked.length === 0 ? "" : `${blocked.length} on this page.`}
        first={is_first ? null : BLOCKED_PATH}
        next={next_cursor === null ? null : `${BLOCKED_PATH}?cursor=${encodeURIComponent(next_cursor)}`}
      />
    </>
  );
}
