import { payments } from "~/contract/payments";
import { personOf } from "~/domain/identity/person";
import { startConnect } from "~/domain/payments/connect.server";
import { api, on } from "~/http/api.server";
import { connectStateCookie } from "~/http/connect-redirect.server";
import { jsonResponse } from "~/http/json-response.server";

const SLOT = "payprovider";

const route = api(
  on(payments.clientLink, async ({ actor }) => {
    const { url, state } = await startConnect(personOf(actor), SLOT, true);
    return jsonResponse(200, JSON.stringify({ url }), {
      "Set-Cookie": connectStateCookie(SLOT, state),
    });
  }),
);
export const loader = route.loader;
export const action = route.action;
