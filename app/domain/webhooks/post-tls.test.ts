import { execFile, execFileSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TLSSocket } from "node:tls";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { SendError } from "~/lib/outside/connect.server";
import { network } from "./network.server";
import { post } from "./post.server";

let folder: string;
let servers: Server[];
/** Each loopback address with its server's port; the certificate names localhost and the second. */
let hosts: { localhost: string; first: string; second: string };
let received: { host: string | undefined; servername: string | false | null | undefined }[] = [];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "tls-"));
  const [key, cert] = [join(folder, "key.pem"), join(folder, "cert.pem")];
  const subject = [
    "-subj",
    "/CN=test",
    "-addext",
    "subjectAltName=DNS:localhost,IP:127.0.0.2",
    "-days",
    "2",
  ];
  const made = [
    "req",
    "-x509",
    "-newkey",
    "ec",
    "-pkeyopt",
    "ec_paramgen_curve:P-256",
    "-nodes",
    "-keyout",
    key,
    "-out",
    cert,
  ];
  execFileSync("openssl", [...made, ...subject], { stdio: "ignore" });
  const options = { key: readFileSync(key), cert: readFileSync(cert) };
  servers = ["127.0.0.1", "127.0.0.2"].map((address) =>
    createServer(options, (request, response) => {
      const { servername } = request.socket as TLSSocket & { servername?: string | false };
      received.push({ host: request.headers.host, servername });
      response.end("secure");
    })
      .on("tlsClientError", () => undefined)
      .listen(0, address),
  );
  await Promise.all(servers.map((server) => once(server, "listening")));
  const [first, second] = servers.map((server) => (server.address() as AddressInfo).port);
  hosts = {
    localhost: `localhost:${first}`,
    first: `127.0.0.1:${first}`,
    second: `127.0.0.2:${second}`,
  };
});
afterAll(() => {
  for (const server of servers) server.close();
  rmSync(folder, { recursive: true });
});

/** Posts from a process that trusts the test's certificate, because trust is read once at start. */
async function postTrusting(host: string): Promise<unknown> {
  const script = `
    const { network } = await import("./app/domain/webhooks/network.server.ts");
    const { post } = await import("./app/domain/webhooks/post.server.ts");
    const url = new URL("https://${host}/");
    const answer = await post(url, {}, "{}", { ...network, allow_hosts: [url.host] }, new AbortController().signal)
      .catch((error) => ({ error: error.kind }));
    console.log(JSON.stringify(answer));`;
  const args = ["--import", "tsx", "--input-type=module", "--eval", script];
  const env = { ...process.env, NODE_EXTRA_CA_CERTS: join(folder, "cert.pem") };
  const { stdout } = await promisify(execFile)(process.execPath, args, { env });
  return JSON.parse(stdout);
}

test("a trusted certificate for the host is accepted, with SNI", { timeout: 30_000 }, async () => {
  received = [];
  expect(await postTrusting(hosts.localhost)).toMatchObject({
    response_code: 200,
    response_body: "secure",
  });
  expect(received).toEqual([{ host: hosts.localhost, servername: "localhost" }]);
});

test(
  "an IP address is matched by its certificate and not sent as SNI",
  { timeout: 30_000 },
  async () => {
    received = [];
    expect(await postTrusting(hosts.second)).toMatchObject({ response_code: 200 });
    expect(received).toEqual([{ host: hosts.second, servername: false }]);
  },
);

test("a trusted certificate of another host is refused", { timeout: 30_000 }, async () => {
  received = [];
  expect(await postTrusting(hosts.first)).toEqual({ error: "tls_failed" });
  expect(received).toEqual([]);
});

test("an untrusted certificate is refused", async () => {
  received = [];
  const host = hosts.localhost;
  const sent = post(
    new URL(`https://${host}/`),
    {},
    "{}",
    { ...network, allow_hosts: [host] },
    new AbortController().signal,
  );
  await expect(sent).rejects.toEqual(new SendError("tls_failed"));
  expect(received).toEqual([]);
});
