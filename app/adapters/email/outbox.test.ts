import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { outboxSender } from "./outbox.server";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "outbox-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

const mail = {
  from: "us@example.test",
  to: "anna@example.test",
  subject: "Hello",
  html: "<p>Hello</p>",
  text: "Hello",
};

test("writes each message to a file named by its id", async () => {
  const outbox = join(folder, "made", "when-needed");
  const { provider_id } = await outboxSender(outbox).send({
    ...mail,
    headers: { "X-Kind": "code" },
  });
  expect(readdirSync(outbox)).toEqual([`${provider_id}.json`]);
  const file = join(outbox, `${provider_id}.json`);
  expect(JSON.parse(readFileSync(file, "utf8"))).toEqual({
    id: provider_id,
    channel: "email",
    to: mail.to,
    subject: mail.subject,
    html: mail.html,
    text: mail.text,
    headers: { "X-Kind": "code" },
    created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
  });
  expect(statSync(file).mode & 0o077).toBe(0);
});

test("concurrent messages become complete files", async () => {
  await Promise.all(Array.from({ length: 50 }, () => outboxSender(folder).send(mail)));
  const files = readdirSync(folder);
  expect(files).toHaveLength(50);
  for (const file of files)
    expect(JSON.parse(readFileSync(join(folder, file), "utf8")).text).toBe("Hello");
});
