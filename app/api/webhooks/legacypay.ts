import { payments } from "~/contract/payments";
import { receiveWebhook } from "~/domain/payments/receive-webhook.server";
import { api, on } from "~/http/api.server";

const route = api(
  on(payments.receiveLegacypay, async ({ hint }) => {
    await receiveWebhook("legacypay", hint);
    return { received: true };
  }),
);
export const loader = route.loader;
export const action = route.action;
