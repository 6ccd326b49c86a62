import express, { type Router } from "express";
import { html, page } from "../page";
import type { EventSender } from "./events";
import { ending, takesDelayed } from "./outcomes";
import type { CardRefusal, SandboxState } from "./state";

const amountText = (amount: number, currency: string): string => {
  const format = new Intl.NumberFormat("en", { style: "currency", currency });
  return format.format(amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2));
};

/** The hosted checkout page, where a visitor chooses the payment's outcome. */
export function checkoutRouter(
  state: SandboxState,
  events: EventSender,
  origin: () => string,
): Router {
  const router = express.Router();

  router.get("/c/pay/:id", (request, response) => {
    const owned = state.data.sessions[request.params.id];
    const session = owned?.object;
    if (owned === undefined || session?.status !== "open" || session.expires_at <= state.now())
      return void response
        .status(session === undefined ? 404 : 410)
        .send(
          page(
            "Checkout",
            html`<p>This checkout has ended. Go back to the site you came from.</p>`,
          ),
        );
    const isSetup = session.mode === "setup";
    const keeps = isSetup || (state.data.intent_drafts[session.id]?.keeps_card ?? false);
    const button = (value: string, label: string) =>
      html`<p><button name="outcome" value="${value}">${label}</button></p>`;
    const declined =
      request.query.declined === undefined
        ? html``
        : html`<p class="bad" role="alert">Your card was declined.</p>`;
    response.send(
      page(
        "Checkout (test)",
        html`<p>
            <strong>Test mode: no real money moves.</strong> This page stands in for the payment
            provider's own.
          </p>
          ${declined}
          <p>
            ${state.data.accounts[owned.account]?.name ?? ""}<br />${state.data.intent_drafts[session.id]?.description ?? ""}
          </p>
          ${
            isSetup
              ? html`<p><strong>No payment now</strong></p>`
              : html`<p>
                  <strong>
                    ${amountText(session.amount_total ?? 0, session.currency ?? "eur")}
                  </strong>
                </p>`
          }
          ${keeps ? html`<p>${session.custom_text.submit?.message ?? ""}</p>` : html``}
          <form method="post">
            ${button("pay", isSetup ? "Save card" : "Pay")}
            ${
              keeps
                ? html`${button("authentication_required", "Card that asks for confirmation later")}
                  ${button("expired_card", "Card that expires")}
                  ${button("card_declined", "Card that is declined later")}`
                : html``
            }
            ${button("fail", "Fail: the card is declined")}
            ${takesDelayed(session) ? button("later", "Pay by a delayed method") : html``}
            ${button("expire", "Let it expire")} ${button("cancel", "Cancel and go back")}
          </form>`,
      ),
    );
  });

  router.post("/c/pay/:id", express.urlencoded({ extended: false }), (request, response) => {
    const { id } = request.params;
    const session = state.data.sessions[id]?.object;
    const success = session?.success_url?.replace("{CHECKOUT_SESSION_ID}", id) ?? "/";
    const cancel = session?.cancel_url ?? "/";
    const closed = `/c/pay/${id}`;
    const pay = (refuses: CardRefusal | null) => () =>
      ending.pay(state, events, origin(), id, refuses) ? success : closed;
    const outcomes: Record<string, () => string> = {
      pay: pay(null),
      authentication_required: pay("authentication_required"),
      expired_card: pay("expired_card"),
      card_declined: pay("card_declined"),
      later: () => (ending.payLater(state, events, id) ? success : closed),
      fail: () => (ending.decline(state, events, id) ? `${closed}?declined` : closed),
      expire: () => (ending.expire(state, events, id) ? cancel : closed),
      cancel: () => cancel, // nothing happens: the session stays open
    };
    const target = outcomes[(request.body as { outcome?: string }).outcome ?? ""]?.() ?? closed;
    state.save();
    response.redirect(303, target);
  });

  router.get("/receipts/:id", (request, response) => {
    const charge = state.data.charges[request.params.id]?.object;
    if (charge === undefined)
      return void response
        .status(404)
        .send(page("Receipt", html`<p>There is no such receipt.</p>`));
    response.send(
      page(
        "Receipt (test)",
        html`<p>Paid: <strong>${amountText(charge.amount, charge.currency)}</strong></p>`,
      ),
    );
  });
  return router;
}
