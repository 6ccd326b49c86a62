import { plural, t } from "~/i18n/text";
import { List, Row, RowMain, RowName, RowText, RowSide } from "~/ui/kit/list";
import { Badge } from "~/ui/kit/badge";
import { Notice, Notices } from "~/ui/feedback/notice";
import { Confirm } from "~/ui/form/confirm";
import { CopyIcon } from "~/ui/form/copy-icon";
import type { FormRefusal } from "~/ui/form/page-form";
import { Problems } from "~/ui/form/problems";
import { LinkButton } from "~/ui/kit/button";
import { EmptyList } from "~/ui/layout/filter-form";
import { PageHeader } from "~/ui/layout/page-header";
import { Pager } from "~/ui/layout/pager";
import type { LinksView } from "./load.server";

export const LINKS_PATH = "/dashboard/booking-links";

/** The company's booking links. */
export function LinksPage({
  view,
  refusal,
}: {
  view: LinksView;
  refusal: FormRefusal | undefined;
}) {
  const { links, problem, has_cursor, next_cursor } = view;
  return (
    <>
      <PageHeader title={t("Booking links")}>
        {links.length > 0 && (
          <LinkButton variant="primary" to={`${LINKS_PATH}/new`} icon="plus">
            {t("New booking link")}
          </LinkButton>
        )}
      </PageHeader>
      {problem !== null && (
        <Notices>
          <Notice tone="bad">{problem}</Notice>
        </Notices>
      )}
      <Notices>
        <Problems refusal={refusal} />
      </Notices>
      {links.length === 0 ? (
        <EmptyList icon="link" title={t("No booking links yet")} clear={null}>
          <p>{t("A link opens one service for booking, even a private one.")}</p>
          <LinkButton variant="primary" to={`${LINKS_PATH}/new`}>
            {t("New booking link")}
          </LinkButton>
        </EmptyList>
      ) : (
        <List>
          {links.map((link) => (
            <LinkRow key={link.id} shown={link} />
          ))}
        </List>
      )}
      <Pager
        count={
          links.length === 0
            ? ""
            : plural(links.length, "{{count}} link on this page", "{{count}} links on this page")
        }
        first={has_cursor ? LINKS_PATH : null}
        next={
          next_cursor === null ? null : `${LINKS_PATH}?cursor=${encodeURIComponent(next_cursor)}`
        }
      />
    </>
  );
}

function LinkRow({ shown }: { shown: LinksView["links"][number] }) {
  const { id, name, service, guest, url, uses, expires, state, has_ended } = shown;
  const title = name ?? service;
  const about = [
    name !== null && service,
    guest !== null && t("For {{name}}", { name: guest }),
    uses,
    expires !== null && t("Expires {{time}}", { time: expires }),
  ].filter(Boolean);
  return (
    <Row>
      <RowMain>
        <RowName>{title}</RowName>
        <RowText>{about.join(" · ")}</RowText>
        <RowText>
          <code>{url}</code>{" "}
          <CopyIcon text={url} label={t("Copy link: {{name}}", { name: title })} />
        </RowText>
      </RowMain>
      <RowSide>
        <Badge tone={state.tone} icon={state.icon}>
          {state.label}
        </Badge>
      </RowSide>
      {!has_ended && (
        <Confirm title={t("End link")} button={t("End link")} fields={{ id }}>
          <p>
            {t(
              "Nobody can book with it any more. Bookings made with it stay. This can’t be undone.",
            )}
          </p>
        </Confirm>
      )}
    </Row>
  );
}
