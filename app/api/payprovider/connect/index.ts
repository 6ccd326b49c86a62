import { payments } from "~/contract/payments";
import { ownerOf, personOf } from "~/domain/identity/person";
import { connectionStatus, finishConnect, startConnect } from "~/domain/payments/connect.server";
import { disconnect } from "~/domain/payments/disconnect.server";
import { api, on } from "~/http/api.server";
import { readConnectState, redirectToProvider } from "~/http/connect-redirect.server";

const SLOT = "payprovider";

const route = api(
  on(payments.connect, async ({ actor, query }) => {
    if (query.action === "status") return connectionStatus(actor, SLOT);
    return redirectToProvider(
      SLOT,
      await startConnect(ownerOf(actor), SLOT, false, query.return_to),
    );
  }),
  on(payments.exchange, async ({ actor, body, request }) => {
    await finishConnect(personOf(actor), SLOT, body, readConnectState(request));
    return connectionStatus(actor, SLOT);
  }),
  on(payments.disconnect, ({ actor }) => disconnect(personOf(actor), SLOT)),
);
export const loader = route.loader;
export const action = route.action;
