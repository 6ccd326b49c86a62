import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { findFreePorts } from "~/commands/ports";
import { pathOfTool } from "~/commands/test-tools.mjs";
import { signedHeaders } from "~/domain/webhooks/signature";
import { verificationVectors } from "~/domain/webhooks/verification-docs";
import { clock } from "~/lib/clock";
import { needsTool } from "~/testing/needs-tool";

// The samples of the guide, run by their own languages: what they say of each delivery, and the receivers as somebody would start them.

const SECRET = verificationVectors[0]!.secret;
const BODY =
  '{"type":"booking.created","data":{"booking":{"reference":"K7M2QX9A"}},"note":"Zoë 🌍"}';
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "samples-"));
  cpSync("app/docs/samples", folder, { recursive: true });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const judged = verificationVectors.map(({ is_body_signed, is_delivery_signed }) => [
  is_body_signed,
  is_delivery_signed,
]);
const upper = (headers: object) =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toUpperCase(), value as string]),
  );
const input = JSON.stringify([
  ...verificationVectors,
  ...verificationVectors.map((one) => ({ ...one, headers: upper(one.headers) })),
  { ...verificationVectors[0]!, headers: {} },
]);
const answers = [...judged, ...judged, [false, false]];

needsTool("php")("PHP judges every vector as it says, whatever the case of the names", () => {
  writeFileSync(
    join(folder, "judge.php"),
    `<?php require 'verify.php';
     foreach (json_decode(file_get_contents('php://stdin'), true) as $one)
       $said[] = [verify_body($one['headers'], $one['body'], $one['secret']), verify_delivery($one['headers'], $one['body'], $one['secret'], $one['now'])];
     echo json_encode($said);`,
  );
  const message = execFileSync("php", ["judge.php"], { cwd: folder, input }).toString();
  expect(JSON.parse(message)).toEqual(answers);
});

/** Go builds what is in a folder without a look outside of it. */
const goEnv = () => ({
  ...process.env,
  GOCACHE: join(folder, "cache"),
  GOFLAGS: "-mod=mod",
  GO111MODULE: "off",
});

needsTool("go")("Go judges every vector as it says", () => {
  writeFileSync(
    join(folder, "judge.go"),
    `package main
import ("encoding/json"; "net/http"; "os"; "time")
func main() {
  var all []struct { Headers map[string]string; Body, Secret string; Now int64 }
  _ = json.NewDecoder(os.Stdin).Decode(&all)
  said := [][]bool{}
  for _, one := range all {
    header := http.Header{}
    for name, value := range one.Headers { header.Set(name, value) }
    said = append(said, []bool{VerifyBody(header, []byte(one.Body), one.Secret), VerifyDelivery(header, []byte(one.Body), one.Secret, time.Unix(one.Now, 0))})
  }
  _ = json.NewEncoder(os.Stdout).Encode(said)
}`,
  );
  const output = execFileSync("go", ["run", "verify.go", "judge.go"], {
    cwd: folder,
    input,
    env: goEnv(),
  });
  expect(JSON.parse(output.toString())).toEqual(answers);
});

/** Starts a receiver, sends it what is signed and what is not, and hands back what it printed. */
async function expectReceives(
  start: (port: number) => { program: string; args: string[]; cwd?: string },
) {
  const [port = 0] = await findFreePorts("127.0.0.1", 1);
  const { program, args, cwd = folder } = start(port);
  const env = {
    ...process.env,
    WEBHOOK_SECRET: SECRET,
    PORT: String(port),
    PYTHONDONTWRITEBYTECODE: "1",
  };
  const child: ChildProcess = spawn(program, args, { cwd, env });
  let printed = "";
  child.stdout?.on("data", (data: Buffer) => (printed += data.toString()));
  child.stderr?.on("data", (data: Buffer) => (printed += data.toString()));
  const ended = once(child, "exit");
  const post = async (headers: Record<string, string>, body = BODY) =>
    (await fetch(`http://127.0.0.1:${port}/webhooks`, { method: "POST", headers, body })).status;
  try {
    const isUp = async () => child.exitCode !== null || (await post({}).catch(() => 0)) !== 0;
    await vi.waitUntil(isUp, { timeout: 120_000 });
    const event = {
      id: "0193c4a0-0000-7000-8000-000000000009",
      type: "booking.created",
      body: BODY,
    };
    const signed = signedHeaders(event, [SECRET], clock.now());
    expect(await post(signed), printed).toBe(204);
    expect(await post(upper(signed))).toBe(204);
    expect(await post(signed, BODY.replace("Zoë", "Eve"))).toBe(401);
    expect(await post(signedHeaders(event, [SECRET], clock.now() - 3_600_000))).toBe(401);
    expect(await post({})).toBe(401);
    expect(await post({ "Content-Type": "text/plain" }, "")).toBe(401);
    await vi.waitUntil(() => printed.match(/booking\.created K7M2QX9A/g)?.length === 2, {
      timeout: 60_000,
    });
  } finally {
    child.kill();
    if (child.exitCode === null && child.signalCode === null) await ended;
  }
}

test("Express receives what is signed, and nothing else", () =>
  expectReceives(() => ({
    program: process.execPath,
    args: ["--import", "tsx", "app/docs/samples/receiver.ts"],
    cwd: process.cwd(),
  })));

needsTool("fastapi")("FastAPI receives what is signed, and nothing else", () =>
  expectReceives((port) => ({
    program: pathOfTool("fastapi")!, // the test is left out without it
    args: ["-m", "uvicorn", "receiver:app", "--host", "127.0.0.1", "--port", String(port)],
  })),
);

needsTool("php")("plain PHP receives what is signed, and nothing else", () =>
  expectReceives((port) => ({ program: "php", args: ["-S", `127.0.0.1:${port}`, "receiver.php"] })),
);

needsTool("go")("net/http receives what is signed, and nothing else", () => {
  const built = join(folder, "receiver-go");
  execFileSync("go", ["build", "-o", built, "verify.go", "receiver.go"], {
    cwd: folder,
    env: goEnv(),
  });
  return expectReceives(() => ({ program: built, args: [] }));
});
