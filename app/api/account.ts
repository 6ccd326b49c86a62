import { Readable } from "node:stream";
import { account, AccountClosing } from "~/contract/account";
import { readDeletion } from "~/domain/account/closing.sql.server";
import { deleteAccount } from "~/domain/account/delete-account.server";
import { exportAccount } from "~/domain/account/export-account.server";
import { pageOfMemberships, switchTenant } from "~/domain/account/memberships.sql.server";
import { personOf } from "~/domain/identity/person";
import { bind } from "~/http/api.server";
import { jsonResponse } from "~/http/json-response.server";
import { endedSessionCookie } from "~/http/session-cookie.server";

export default bind(account, {
  tenants: ({ actor, query }) =>
    pageOfMemberships(personOf(actor).account_id, actor.tenant.id, query),
  switch: ({ actor, body }) => {
    const { session_id, account_id } = personOf(actor);
    return switchTenant(session_id, account_id, body.tenant_id);
  },
  export: async ({ actor }) => {
    const { file_name, stream } = await exportAccount(actor);
    return new Response(Readable.toWeb(stream) as ReadableStream, {
      headers: {
        "Content-Type": "application/zip",
        "Content-Disposition": `attachment; filename="${file_name}"`,
      },
    });
  },
  delete: async ({ actor, body }) => {
    const closing = await deleteAccount(personOf(actor), body);
    if (closing !== null)
      return jsonResponse(202, JSON.stringify(AccountClosing.parse(closing)), {});
    return new Response(null, { status: 204, headers: { "Set-Cookie": endedSessionCookie() } });
  },
  deletion: ({ actor }) => readDeletion(actor.tenant.id),
});
