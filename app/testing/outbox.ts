import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

const folder = process.env.DATA_DIR!; // set by use-database.ts

export interface StoredMessage {
  channel: "email" | "sms" | "whatsapp";
  to: string;
  subject: string;
  html: string;
  text: string;
  headers: Record<string, string>;
  attachments: { filename: string; content_type: string; content: string }[];
}

/** Messages sent to an address or number, oldest first. */
export async function sentTo(to: string | null): Promise<StoredMessage[]> {
  const names = await readdir(join(folder, "outbox")).catch(() => []);
  const messages = await Promise.all(
    names
      .filter((name) => name.endsWith(".json"))
      .sort()
      .map((name) => readFile(join(folder, "outbox", name), "utf8")),
  );
  return messages
    .map((text) => JSON.parse(text) as StoredMessage)
    .filter((message) => message.to === to);
}
