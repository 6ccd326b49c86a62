import type { ReactNode } from "react";
import { StatusChange } from "~/contract/booking-inputs";
import { msg, t } from "~/i18n/text";
import { isolate } from "~/lib/isolate";
import { fieldLimits } from "~/ui/form/field-limits";
import {
  EmailLink,
  type Frame,
  GuestLayout,
  Notice,
  PhoneLink,
} from "~/ui/guest-page/guest-layout";
import type { ApprovalView } from "./approval-view.server";
import { When } from "~/ui/guest-page/when";

const { reason: reasonLimits } = fieldLimits(StatusChange.pick({ reason: true }));

/** Reasons why a form had no effect. */
const PROBLEMS = {
  forged: msg("This form didn’t come from this page. Review the booking, then try again."),
  reason: msg("This reason is too long. Shorten it, then try again."),
  failed: msg("That didn’t work. Try again, or open the booking in the dashboard."),
};
export type Problem = keyof typeof PROBLEMS;

interface ApprovalPageProps {
  frame: Frame;
  view: ApprovalView;
  problem: Problem | null;
}

/** A booking a member was asked to approve: the question, or the decision made. */
export function ApprovalPage({ frame, view, problem }: ApprovalPageProps) {
  const { title, line } = headOf(view);
  const { state, action, guest, held_until } = view;
  const isWaiting = state.is === "waiting";
  return (
    <GuestLayout frame={frame} has_contact={false}>
      {/* If the booking is no longer pending, the page shows its status. */}
      <Notice
        note={problem === null || !isWaiting ? null : { kind: "bad", text: t(PROBLEMS[problem]) }}
      />
      <h1>{title}</h1>
      {line !== null && <p>{line}</p>}
      <p className="when">
        <bdi>{guest}</bdi>
      </p>
      <p>
        <When text={view.when} />
        <br />
        <span className="muted small">{view.zone}</span>
      </p>
      <dl>
        {view.email !== null && (
          <Detail name={t("Email")}>
            <EmailLink email={view.email} />
          </Detail>
        )}
        {view.phone !== null && (
          <Detail name={t("Phone")}>
            <PhoneLink phone={view.phone} />
          </Detail>
        )}
        <Detail name={t("Service")}>{view.service}</Detail>
        {view.party_size > 1 && <Detail name={t("People")}>{view.party_size}</Detail>}
        {view.price !== null && <Detail name={t("Price")}>{view.price}</Detail>}
        {view.notes !== null && (
          <Detail name={t("Notes")}>
            <span className="whitespace-pre-line">{view.notes}</span>
          </Detail>
        )}
        {view.answers !== undefined && (
          <Detail name={t("Answers")}>
            {view.answers.map((line, index) => (
              <span key={index}>
                {line}
                <br />
              </span>
            ))}
          </Detail>
        )}
        {isWaiting && held_until !== null && <Detail name={t("Held until")}>{held_until}</Detail>}
        <Detail name={t("Reference")}>{view.reference}</Detail>
      </dl>
      {isWaiting ? (
        <form method="post">
          {action === "approve" ? <Approve view={view} /> : <Decline view={view} />}
        </form>
      ) : (
        <Actions view={view} />
      )}
    </GuestLayout>
  );
}

export const titleOf = (view: ApprovalView | null): string =>
  view === null ? t("This link no longer works") : headOf(view).title;

function headOf({ state, action }: ApprovalView): { title: string; line: string | null } {
  switch (state.is) {
    case "waiting":
      return {
        title: action === "approve" ? t("Approve this booking?") : t("Decline this booking?"),
        line: null,
      };
    case "changed":
      return {
        title: t("Booking changed"),
        line: t(
          "This booking has changed since the email was sent. Open it in the dashboard to decide.",
        ),
      };
    case "approved":
      return {
        title: t("Booking approved"),
        line: state.by === null ? null : t("Approved by {{name}}.", { name: isolate(state.by) }),
      };
    case "declined":
      return {
        title: t("Booking declined"),
        line: state.by === null ? null : t("Declined by {{name}}.", { name: isolate(state.by) }),
      };
    case "cancelled_by_guest":
      return {
        title: t("Booking cancelled"),
        line: t("The guest cancelled it. There’s nothing left to decide."),
      };
    case "cancelled":
      return { title: t("Booking cancelled"), line: t("It ended before anyone decided.") };
  }
}

function Detail({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>
        <bdi>{children}</bdi>
      </dd>
    </>
  );
}

function Approve({ view }: { view: ApprovalView }) {
  const asksPayment = view.state.is === "waiting" && view.state.asks_payment;
  return (
    <>
      {asksPayment && (
        <p>{t("The guest is then asked to pay {{price}}.", { price: view.price ?? "" })}</p>
      )}
      <Actions view={view}>
        <button className="button main" type="submit">
          {asksPayment ? t("Approve and ask for payment") : t("Approve booking")}
        </button>
        <a className="button bad" href={view.other_url}>
          {t("Decline booking")}
        </a>
      </Actions>
    </>
  );
}

function Decline({ view }: { view: ApprovalView }) {
  return (
    <>
      <p>{t("Cancels the booking and frees its time. This can’t be undone.")}</p>
      <label className="field" htmlFor="reason">
        {t("Reason for the guest (optional)")}
      </label>
      <textarea className="control" id="reason" name="reason" {...reasonLimits} />
      <Actions view={view}>
        <button className="button danger" type="submit">
          {t("Decline booking")}
        </button>
        <a className="button" href={view.other_url}>
          {t("Approve booking")}
        </a>
      </Actions>
    </>
  );
}

function Actions({ view, children }: { view: ApprovalView; children?: ReactNode }) {
  return (
    <div className="actions">
      {children}
      <a className="button" href={view.dashboard_url}>
        {t("Open in the dashboard")}
      </a>
    </div>
  );
}

/** For a forged or expired link, or a member who may no longer decide. */
export function NoSuchLink({ frame }: { frame: Frame }) {
  return (
    <GuestLayout frame={frame}>
      <h1>{titleOf(null)}</h1>
      <p className="muted">
        {t(
          "It has expired, or you can’t decide on this booking any more. Open the dashboard to see your bookings.",
        )}
      </p>
      <div className="actions">
        <a className="button" href="/dashboard">
          {t("Open the dashboard")}
        </a>
      </div>
    </GuestLayout>
  );
}
