import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { postmarkSender } from "./postmark.server";

test("redirects are not followed, because they would carry the server token", async () => {
  const reached: unknown[] = [];
  const serve = async (location?: () => string) => {
    const server = createServer((request, response) => {
      reached.push(request.headers["x-postmark-server-token"]);
      if (location) response.writeHead(307, { Location: location() });
      response.end("{}");
    }).listen(0, "127.0.0.1");
    await once(server, "listening");
    onTestFinished(() => void server.close());
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  };
  const other = await serve();
  const api_base = await serve(() => other);
  const sender = postmarkSender({ server_token: "secret", api_base });
  await expect(sender.check!()).rejects.toMatchObject({ kind: "later" });
  expect(reached).toEqual(["secret"]);
});
