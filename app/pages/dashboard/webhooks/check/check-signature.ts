import { plural, t } from "~/i18n/text";

/** Data a receiver's developer has at hand. */
export interface Received {
  body: string;
  /** One header per line, "Name: value". */
  headers: string;
  secret: string;
}

export interface Finding {
  part: "headers" | "secret" | "timestamp" | "body" | "signature";
  verdict: "good" | "note" | "bad";
  text: string;
}

const NEEDED = ["webhook-id", "webhook-timestamp", "webhook-signature", "x-booking-signature"];
/** Maximum age of a message for receivers that follow the documentation. */
const TOLERANCE_MS = 300_000;

/**
 * Verifies a delivery like a receiver, in the browser with Web Crypto, and reports which part is
 * wrong. `sent` is the original body if known, which distinguishes a changed body from a wrong
 * secret.
 */
export async function checkSignature(
  received: Received,
  now: number,
  sent: string | null = null,
): Promise<Finding[]> {
  const headers = readHeaders(received.headers);
  const secret = received.secret.trim();
  const missing = NEEDED.filter((name) => !headers.has(name));
  const findings: Finding[] = [
    missing.length === 0
      ? { part: "headers", verdict: "good", text: t("All four headers found.") }
      : {
          part: "headers",
          verdict: "bad",
          text: t("Missing: {{names}}.", { names: missing.join(", ") }),
        },
    ...checkTimestamp(headers.get("webhook-timestamp"), now),
  ];
  const key = readKey(secret);
  if (key === null)
    return [
      ...findings,
      {
        part: "secret",
        verdict: "bad",
        text: t("A signing secret is whsec_ and 44 characters. Copy all of it."),
      },
    ];
  if (
    headers.get("webhook-signature") === undefined &&
    headers.get("x-booking-signature") === undefined
  )
    return findings;
  const fits = (body: string) => signaturesFit(headers, body, secret, key);
  const { standard, plain } = await fits(received.body);
  return [...findings, ...(await explain({ standard, plain }, headers, received.body, sent, fits))];
}

interface Fit {
  /** `webhook-signature`, over id, timestamp and body; null if missing. */
  standard: boolean | null;
  /** `X-Booking-Signature` or its successor, over the body alone; null if both are missing. */
  plain: boolean | null;
}

const finding = (part: Finding["part"], verdict: Finding["verdict"], text: string): Finding => ({
  part,
  verdict,
  text,
});

async function explain(
  { standard, plain }: Fit,
  headers: Map<string, string>,
  body: string,
  sent: string | null,
  fits: (body: string) => Promise<Fit>,
): Promise<Finding[]> {
  if (standard === true && plain !== false)
    return [
      finding("signature", "good", t("Correct: this secret signed this body, id and timestamp.")),
    ];
  if (plain === true && standard === false)
    return [
      finding(
        "headers",
        "bad",
        t("Body and secret are right, but webhook-id or webhook-timestamp isn’t the one we sent."),
      ),
    ];
  if (standard === true)
    return [
      finding(
        "headers",
        "bad",
        t("Body and secret are right, but X-Booking-Signature isn’t the one we sent."),
      ),
    ];
  if (plain === true)
    return [
      finding(
        "signature",
        "good",
        t("X-Booking-Signature is correct: this secret signed this body."),
      ),
    ];
  const change = await findChange(body, sent, fits);
  if (change !== null) return [finding("body", "bad", change)];
  if (sent !== null && sent === body)
    return [
      finding(
        "secret",
        "bad",
        t(
          "The body is the one we sent, so another secret signed it. Was it rotated, or is it another webhook’s?",
        ),
      ),
    ];
  if (isOtherEvent(body, headers.get("webhook-id")))
    return [
      finding(
        "body",
        "bad",
        t(
          "The id in the body isn’t the webhook-id of the headers: they belong to different messages.",
        ),
      ),
    ];
  return [
    finding(
      "secret",
      "bad",
      t(
        "No signature matches. Either the secret is another webhook’s, or the body was changed before the check: use the raw bytes, before any JSON parsing.",
      ),
    ),
  ];
}

/** The modification of the body, if reverting it makes the signature valid. */
async function findChange(
  body: string,
  sent: string | null,
  fits: (body: string) => Promise<Fit>,
): Promise<string | null> {
  const changes: [string | null, string][] = [
    [body.trim(), t("The body has white space around it that we didn’t send.")],
    [body.replaceAll("\r\n", "\n"), t("The body’s line endings were changed.")],
    [
      rewritten(body),
      t("The body was parsed and written again. Check the raw bytes, before any JSON parsing."),
    ],
    [sent, t("The body isn’t the one we sent.")],
  ];
  for (const [before, words] of changes) {
    if (before === null || before === body) continue;
    const { standard, plain } = await fits(before);
    if (standard === true || plain === true) return words;
  }
  return null;
}

function rewritten(body: string): string | null {
  try {
    return JSON.stringify(JSON.parse(body));
  } catch {
    return null;
  }
}

function isOtherEvent(body: string, id: string | undefined): boolean {
  try {
    const event = JSON.parse(body) as { id?: unknown } | null;
    return id !== undefined && typeof event?.id === "string" && event.id !== id;
  } catch {
    return false;
  }
}

function readHeaders(text: string): Map<string, string> {
  const pairs = text.split("\n").flatMap((line): [string, string][] => {
    const at = line.indexOf(":");
    const name = line.slice(0, at).trim().toLowerCase().replaceAll('"', "");
    const value = line
      .slice(at + 1)
      .trim()
      .replace(/^"|",?$/g, "");
    return at > 0 && value !== "" ? [[name, value]] : [];
  });
  return new Map(pairs);
}

function checkTimestamp(text: string | undefined, now: number): Finding[] {
  if (text === undefined) return [];
  if (!/^\d{1,12}$/.test(text))
    return [
      finding("timestamp", "bad", t("webhook-timestamp is the seconds since 1970, digits only.")),
    ];
  const age = now - Number(text) * 1000;
  if (Math.abs(age) <= TOLERANCE_MS)
    return [finding("timestamp", "good", t("Within the last 5 minutes."))];
  const minutes = Math.round(Math.abs(age) / 60_000);
  const span =
    minutes < 120
      ? plural(minutes, "{{count}} minute", "{{count}} minutes")
      : plural(Math.round(minutes / 60), "{{count}} hour", "{{count}} hours");
  return [
    age > 0
      ? finding(
          "timestamp",
          "note",
          t(
            "{{span}} old. Your server should refuse anything older than 5 minutes; here it’s fine, as this is an old delivery.",
            { span },
          ),
        )
      : finding(
          "timestamp",
          "bad",
          t("{{span}} in the future: one of the two clocks is wrong.", { span }),
        ),
  ];
}

/** The bytes after `whsec_`; null unless base64 of 32 bytes. */
function readKey(secret: string): Uint8Array | null {
  const match = /^whsec_([A-Za-z0-9+/]{43}=)$/.exec(secret);
  // the group matched
  return match === null ? null : Uint8Array.from(atob(match[1]!), (letter) => letter.charCodeAt(0));
}

async function signaturesFit(
  headers: Map<string, string>,
  body: string,
  secret: string,
  key: Uint8Array,
): Promise<Fit> {
  const standard = headers.get("webhook-signature");
  const plain = [
    headers.get("x-booking-signature"),
    headers.get("x-booking-signature-next"),
  ].filter((one) => one !== undefined);
  const signed = `${headers.get("webhook-id")}.${headers.get("webhook-timestamp")}.${body}`;
  const wanted = {
    standard: `v1,${toBase64(await hmac(key, signed))}`,
    plain: toHex(await hmac(encode(secret), body)),
  };
  return {
    standard: standard === undefined ? null : standard.split(" ").includes(wanted.standard),
    plain: plain.length === 0 ? null : plain.some((one) => one.toLowerCase() === wanted.plain),
  };
}

const encode = (text: string) => new TextEncoder().encode(text);

async function hmac(key: Uint8Array, text: string): Promise<Uint8Array> {
  const { subtle } = globalThis.crypto;
  const imported = await subtle.importKey(
    "raw",
    new Uint8Array(key),
    { name: "HMAC", hash: "SHA-256" },
    false,
    ["sign"],
  );
  return new Uint8Array(await subtle.sign("HMAC", imported, encode(text)));
}

const toHex = (bytes: Uint8Array) =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
const toBase64 = (bytes: Uint8Array) => btoa(String.fromCharCode(...bytes));
