import { payments } from "~/contract/payments";
import { personOf } from "~/domain/identity/person";
import { returnFromProvider } from "~/domain/payments/return-from-provider.server";
import { api, on } from "~/http/api.server";
import { endedConnectStateCookie, readConnectState } from "~/http/connect-cookie.server";

const SLOT = "legacypay";

const route = api(
  on(payments.legacyCallback, async ({ actor, query, request }) => {
    const Location = await returnFromProvider(personOf(actor), SLOT, query, readConnectState(request));
    return new Response(null, { status: 302, headers: { Location, "Set-Cookie": endedConnectStateCookie(SLOT) } });
  }),
);
export const loader = route.loader;
export const action = route.action;
