import { payments } from "~/contract/payments";
import { ownerOf } from "~/domain/identity/person";
import { connectionStatus, startConnect } from "~/domain/payments/connect.server";
import { api, on } from "~/http/api.server";
import { connectStateCookie } from "~/http/connect-cookie.server";

const SLOT = "legacypay";

const route = api(
  on(payments.legacyConnect, async ({ actor, query }) => {
    if (query.action === "status") return connectionStatus(actor, SLOT);
    const { url, state } = await startConnect(ownerOf(actor), SLOT, false);
    return new Response(null, {
      status: 302,
      headers: { Location: url, "Set-Cookie": connectStateCookie(SLOT, state) },
    });
  }),
);
export const loader = route.loader;
export const action = route.action;
