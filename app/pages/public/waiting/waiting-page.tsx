import { NotFound } from "~/ui/guest-page/manage-page";
import { GuestLayout } from "~/ui/guest-page/guest-layout";
import { manageTexts } from "~/ui/guest-page/manage-language";
import type { WaitingPageData, WaitingView } from "./load.server";
import { When } from "~/ui/guest-page/when";

/** A guest's place on a waiting list, and the button that gives it up. */
export function WaitingPage({ page: { frame, view } }: { page: WaitingPageData }) {
  const t = manageTexts(frame.locale);
  if (view === null) return <NotFound frame={frame} />;
  return (
    <GuestLayout frame={frame}>
      <h1>{waitingTitle(view, frame.locale)}</h1>
      <p className="when">
        <When text={view.when} />
      </p>
      <p className="muted small">{view.zone}</p>
      {view.other_when !== null && <p className="muted small">{view.other_when}</p>}
      <dl>
        <dt>{t.what}</dt>
        <dd>
          <bdi>{view.what}</bdi>
        </dd>
        {view.party_size > 1 && (
          <>
            <dt>{t.people}</dt>
            <dd>{view.party_size}</dd>
          </>
        )}
      </dl>
      {view.state === "waiting" && <p>{t.waiting_text}</p>}
      <div className="actions">
        <Action view={view} locale={frame.locale} />
      </div>
    </GuestLayout>
  );
}

function Action({
  view: { state, offer_url, book_url },
  locale,
}: {
  view: WaitingView;
  locale: string;
}) {
  const t = manageTexts(locale);
  if (state === "waiting")
    return (
      <form method="post">
        <button className="button" type="submit">
          {t.leave}
        </button>
      </form>
    );
  if (offer_url !== null)
    return (
      <a className="button main" href={offer_url}>
        {t.open_offer}
      </a>
    );
  return (
    <a className="button" href={book_url}>
      {t.again}
    </a>
  );
}

export function waitingTitle({ state }: WaitingView, locale: string): string {
  const t = manageTexts(locale);
  const titles = {
    waiting: t.waiting_title,
    offered: t.status.pending_offer,
    left: t.left_title,
    over: t.waiting_over,
  };
  return titles[state];
}
