import { mkdir, readFile, readdir } from "node:fs/promises";
import { join } from "node:path";
import express, { type Router } from "express";
import { answer } from "./answer";
import { escapeHtml, html, Markup, page } from "./page";

const SHOWN = 500;

/** A message as written by the outbox driver, one JSON file each. */
type Message = {
  id: string;
  channel: "email" | "sms";
  to: string;
  subject: string;
  html: string;
  text: string;
  created_at: string;
  headers?: Record<string, string>;
  attachments?: { filename: string; content_type?: string }[];
};

/**
 * Emails and SMS that would have been sent: list, single message and JSON (`/outbox.json?to=`),
 * newest first.
 */
export function outbox(folder: string): Router {
  const router = express.Router();
  router.get(
    "/outbox.json",
    answer(async (request, response) => {
      response.json({ data: selectFor(await readMessages(folder), request.query.to) });
    }),
  );
  router.get(
    "/outbox",
    answer(async (request, response) => {
      response.send(listPage(selectFor(await readMessages(folder), request.query.to)));
    }),
  );
  router.get(
    "/outbox/:id",
    answer(async (request, response) => {
      const message = (await readMessages(folder)).find(({ id }) => id === request.params.id);
      if (message === undefined)
        response.status(404).send(page("No such message", html`<p>It may have been removed.</p>`));
      else response.send(messagePage(message));
    }),
  );
  return router;
}

async function readMessages(folder: string): Promise<Message[]> {
  await mkdir(folder, { recursive: true });
  const names = (await readdir(folder)).filter((name) => name.endsWith(".json"));
  const messages = await Promise.all(names.map((name) => readMessage(join(folder, name))));
  const present = messages.filter((message) => message !== null);
  return present
    .sort((a, b) => b.created_at.localeCompare(a.created_at) || b.id.localeCompare(a.id))
    .slice(0, SHOWN);
}

async function readMessage(path: string): Promise<Message | null> {
  try {
    return JSON.parse(await readFile(path, "utf8")) as Message;
  } catch {
    return null; // being written, or removed meanwhile
  }
}

function selectFor(messages: Message[], to: unknown): Message[] {
  if (typeof to !== "string") return messages;
  return messages.filter((message) => message.to.toLowerCase() === to.toLowerCase());
}

function listPage(messages: Message[]): string {
  if (messages.length === 0)
    return page("Outbox", html`<p>No message has been sent yet.</p>`, { follows: true });
  const rows = messages.map(
    ({ id, channel, to, subject, text, created_at }) =>
      html`<tr>
        <td><time datetime="${created_at}">${created_at.replace("T", " ").slice(0, 19)}</time></td>
        <td>${channel}</td>
        <td>${to}</td>
        <td>
          <a href="/outbox/${encodeURIComponent(id)}"
            >${subject || text.slice(0, 80) || "(no subject)"}</a
          >
        </td>
      </tr>`,
  );
  const head = html`<tr>
    <th scope="col">Sent (UTC)</th>
    <th scope="col">Channel</th>
    <th scope="col">To</th>
    <th scope="col">Subject</th>
  </tr>`;
  const table = html`<table>
    <thead>
      ${head}
    </thead>
    <tbody>
      ${rows}
    </tbody>
  </table>`;
  return page("Outbox", table, { follows: true });
}

function messagePage(message: Message): string {
  const attachments = (message.attachments ?? []).map(({ filename }) => html`<dd>${filename}</dd>`);
  const headers = Object.entries(message.headers ?? {}).map(([name, value]) => `${name}: ${value}`);
  return page(
    message.subject || "Message",
    html`<dl>
        <dt>To</dt>
        <dd>${message.to} (${message.channel})</dd>
        <dt>Sent</dt>
        <dd>${message.created_at}</dd>
        ${
          attachments.length > 0
            ? html`<dt>Attachments</dt>
                ${attachments}`
            : ""
        }
      </dl>
      ${message.html ? htmlPart(message.html) : ""}
      <h2>Text</h2>
      <pre>${linkUrls(message.text)}</pre>
      ${
        headers.length > 0
          ? html`<h2>Headers</h2>
              <pre>${headers.join("\n")}</pre>`
          : ""
      }`,
  );
}

/** Sandboxed: no scripts, no forms, no access to this page; links open in a new tab. */
function htmlPart(source: string): Markup {
  const document = `<base target="_blank">${source}`;
  return html`<iframe
    title="Message"
    sandbox="allow-popups allow-popups-to-escape-sandbox"
    srcdoc="${document}"
  ></iframe>`;
}

function linkUrls(text: string): Markup {
  const parts = text.split(/(https?:\/\/[^\s<>"]+)/);
  return new Markup(
    parts
      .map((part, index) =>
        index % 2 ? `<a href="${escapeHtml(part)}">${escapeHtml(part)}</a>` : escapeHtml(part),
      )
      .join(""),
  );
}
