import { payments } from "~/contract/payments";
import { listAttention } from "~/domain/attention/list-attention.server";
import { ownerOf, personOf } from "~/domain/identity/person";
import {
  chooseProfile,
  connectionStatus,
  finishConnect,
  startConnect,
} from "~/domain/payments/connect.server";
import { decideBookingFee } from "~/domain/payments/decide-fee.server";
import { createCheckout } from "~/domain/payments/create-checkout.server";
import { disconnect } from "~/domain/payments/disconnect.server";
import { readFeeConfig } from "~/domain/payments/fee-config.server";
import { handBack } from "~/domain/payments/hand-back.server";
import { getPayment, listPayments } from "~/domain/payments/list-payments.sql.server";
import { makePayLink } from "~/domain/payments/make-pay-link.server";
import { receiveWebhook } from "~/domain/payments/receive-webhook.server";
import { refundBooking } from "~/domain/payments/refund-booking.server";
import { returnFromProvider } from "~/domain/payments/return-from-provider.server";
import { bind, type Call } from "~/http/api.server";
import {
  connectStateCookie,
  readConnectState,
  redirectFromProvider,
  redirectToProvider,
} from "~/http/connect-redirect.server";
import { jsonResponse } from "~/http/json-response.server";

type Provider = "payprovider" | "legacypay";

type Connect = Pick<Call<typeof payments.connect>, "actor" | "query">;
type Return = Pick<Call<typeof payments.connectCallback>, "actor" | "query" | "request">;

async function connect(provider: Provider, { actor, query }: Connect) {
  if (query.action === "status") return connectionStatus(actor, provider);
  const start = await startConnect(ownerOf(actor), provider, false, query.return_to);
  return redirectToProvider(provider, start);
}

async function finishReturn(provider: Provider, { actor, query, request }: Return) {
  const state = readConnectState(request);
  const location = await returnFromProvider(personOf(actor), provider, query, state);
  return redirectFromProvider(provider, location);
}

export default bind(payments, {
  list: ({ actor, query }) => listPayments(actor, query),
  get: ({ actor, params }) => getPayment(actor, params.id),
  decideFee: ({ actor, params, body, ticket }) => decideBookingFee(actor, params.id, body, ticket),
  createSession: ({ actor, body }) => createCheckout(actor, body),
  payLink: ({ actor, params, body, ticket }) => makePayLink(actor, params.id, body, ticket),
  refund: ({ actor, params, body, ticket }) => refundBooking(actor, params.id, body, ticket),
  handBack: ({ actor, params, body, ticket }) => handBack(actor, params.id, body, ticket),
  feeConfig: ({ actor }) => readFeeConfig(actor),
  connect: (call) => connect("payprovider", call),
  connectCallback: (call) => finishReturn("payprovider", call),
  clientLink: async ({ actor }) => {
    const { url, state } = await startConnect(personOf(actor), "payprovider", true);
    return jsonResponse(200, JSON.stringify({ url }), {
      "Set-Cookie": connectStateCookie("payprovider", state),
    });
  },
  exchange: async ({ actor, body, request }) => {
    await finishConnect(personOf(actor), "payprovider", body, readConnectState(request));
    return connectionStatus(actor, "payprovider");
  },
  chooseProfile: ({ actor, body }) =>
    chooseProfile(personOf(actor), "payprovider", body.profile_id),
  disconnect: ({ actor }) => disconnect(personOf(actor), "payprovider"),
  legacyConnect: (call) => connect("legacypay", call),
  legacyCallback: (call) => finishReturn("legacypay", call),
  attention: ({ actor, query }) => listAttention(actor, query),
  receivePayprovider: async ({ hint }) => {
    await receiveWebhook("payprovider", hint);
    return { received: true };
  },
  receiveLegacypay: async ({ hint }) => {
    await receiveWebhook("legacypay", hint);
    return { received: true };
  },
});
