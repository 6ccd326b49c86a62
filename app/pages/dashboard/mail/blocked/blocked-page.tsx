import { plural, t } from "~/i18n/text";
import { List, Row, RowMain, RowName, RowSide, RowText } from "~/ui/kit/list";
import { Notices } from "~/ui/feedback/notice";
import { Confirm } from "~/ui/form/confirm";
import type { FormRefusal } from "~/ui/form/page-form";
import { Problems } from "~/ui/form/problems";
import { EmptyList } from "~/ui/layout/filter-form";
import { PageHeader } from "~/ui/layout/page-header";
import { Pager } from "~/ui/layout/pager";
import type { BlockedView } from "./load.server";
import { EmailText } from "~/ui/email-text";

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
      <Notices>
        <Problems refusal={refusal} />
      </Notices>
      {blocked.length === 0 ? (
        <EmptyList icon="mail" title={t("No suppressed addresses")} clear={null}>
          <p>{t("Addresses that bounce, unsubscribe or mark emails as spam appear here.")}</p>
        </EmptyList>
      ) : (
        <List>
          {blocked.map(({ address, reason, since }) => (
            <Row key={address}>
              <RowMain>
                <RowName>
                  <EmailText email={address} />
                </RowName>
                <RowText>{[reason, since].join(" · ")}</RowText>
              </RowMain>
              {address.startsWith("+") ? (
                <RowSide>{t("Until the guest replies START")}</RowSide>
              ) : (
                <Confirm
                  tone="plain"
                  title={t("Unsuppress")}
                  button={t("Email this address again")}
                  fields={{ address }}
                >
                  <p>{t("New emails go to it again. What wasn’t sent meanwhile stays unsent.")}</p>
                </Confirm>
              )}
            </Row>
          ))}
        </List>
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
