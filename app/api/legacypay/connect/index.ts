import { payments } from "~/contract/payments";
import { ownerOf } from "~/domain/identity/person";
import { connectionStatus, startConnect } from "~/domain/payments/connect.server";
import { api, on } from "~/http/api.server";
import { redirectToProvider } from "~/http/connect-redirect.server";

const SLOT = "legacypay";

const route = api(
  on(payments.legacyConnect, async ({ actor, query }) => {
    if (query.action === "status") return connectionStatus(actor, SLOT);
    return redirectToProvider(
      SLOT,
      await startConnect(ownerOf(actor), SLOT, false, query.return_to),
    );
  }),
);
export const loader = route.loader;
export const action = route.action;
