import { Readable } from "node:stream";
import { account } from "~/contract/account";
import { exportAccount } from "~/domain/account/export-account.server";
import { api, on } from "~/http/api.server";

const route = api(
  on(account.export, async ({ actor }) => {
    const { file_name, stream } = await exportAccount(actor);
    return new Response(Readable.toWeb(stream) as ReadableStream, {
      headers: {
        "Content-Type": "application/zip",
        "Content-Disposition": `attachment; filename="${file_name}"`,
      },
    });
  }),
);
export const loader = route.loader;
export const action = route.action;
