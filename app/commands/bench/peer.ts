// The optional peer: payload-reserve (npm, MIT), a booking plugin of Payload, behind a bare server.
// Not a dependency: it is measured if installed in a separate folder given with --peer.
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

// The used parts of packages that may not be installed.
interface Payload {
  buildConfig(config: object): Promise<object>;
  getPayload(options: { config: Promise<object> }): Promise<unknown>;
  handleEndpoints(call: { config: Promise<object>; request: Request }): Promise<Response>;
}
type Plugin = Record<"payloadReserve", (options: object) => unknown>;
type Adapter = Record<"postgresAdapter", (options: object) => unknown>;

const require = createRequire(join(process.env.PEER_FOLDER ?? "", "package.json"));
const load = async <T>(name: string) =>
  (await import(pathToFileURL(require.resolve(name)).href)) as T;

const { buildConfig, getPayload, handleEndpoints } = await load<Payload>("payload");
const { payloadReserve } = await load<Plugin>("payload-reserve");
const { postgresAdapter } = await load<Adapter>("@payloadcms/db-postgres");

const config = buildConfig({
  secret: "benchmark",
  telemetry: false,
  collections: [],
  // As many connections as floors and product; `push` creates the tables.
  db: postgresAdapter({
    pool: { connectionString: process.env.DATABASE_URL, max: 20 },
    push: true,
  }),
  plugins: [payloadReserve({ allowGuestBooking: true })],
  typescript: { autoGenerate: false },
});
await getPayload({ config });

createServer((incoming, outgoing) => {
  const chunks: Buffer[] = [];
  incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
  incoming.on("end", () => {
    const { method, url = "/" } = incoming;
    const headers = { "Content-Type": "application/json" };
    const request = new Request(`http://127.0.0.1${url}`, {
      method,
      headers,
      ...(method === "POST" ? { body: Buffer.concat(chunks).toString() } : {}),
    });
    handleEndpoints({ config, request }).then(
      async (answer) => {
        const body = await answer.text();
        const length = Buffer.byteLength(body);
        outgoing.writeHead(answer.status, { ...headers, "Content-Length": length }).end(body);
      },
      (error: unknown) => {
        console.error(error);
        outgoing.writeHead(500).end();
      },
    );
  });
}).listen(Number(process.env.PORT), "127.0.0.1");
