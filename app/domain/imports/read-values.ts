import { decimalsOf } from "~/lib/money";

// Cells of a booking other than its dates. null: the cell can't be read.

/** "45", "45 min", "1:30", "1h 30m", "01:30:00" or "1.5 hours", in minutes. */
export function readDuration(cell: string): number | null {
  const text = cell.trim().toLowerCase().replace(",", ".");
  if (/^\d+$/.test(text)) return Number(text);
  const clock = /^(\d{1,2}):([0-5]\d)(?::\d\d)?$/.exec(text);
  if (clock !== null) return Number(clock[1]) * 60 + Number(clock[2]);
  const words =
    /^(?:(\d+(?:\.\d+)?)\s*(?:h|hrs?|hours?|uur|u|std|stunden?|heures?|horas?)\.?)?\s*(?:(\d+)\s*(?:m|min|mins|minutes?|minuten|minutos)?\.?)?$/.exec(
      text,
    );
  if (words === null || (words[1] === undefined && words[2] === undefined)) return null;
  return Math.round(Number(words[1] ?? 0) * 60) + Number(words[2] ?? 0);
}

const MAX_AMOUNT = 99_999_999;

/** "€ 1.250,50", "$25" or "25.00 EUR" in minor units of the currency. */
export function readAmount(cell: string, currency: string): number | null {
  const number = cell.replace(/[\p{Sc}\p{L}\s'’]/gu, "");
  if (!/^\d[\d.,]*$/.test(number)) return null;
  const decimals = decimalsOf(currency);
  const last = Math.max(number.lastIndexOf("."), number.lastIndexOf(","));
  const after = number.length - last - 1;
  // A last group of three digits is thousands, unless the currency has three decimals.
  const isDecimal = last !== -1 && (after < 3 || (after === 3 && decimals === 3));
  const whole = (isDecimal ? number.slice(0, last) : number).replace(/[.,]/g, "");
  const part = isDecimal ? number.slice(last + 1) : "";
  if (part.length > decimals && /[1-9]/.test(part.slice(decimals))) return null;
  const amount =
    Number(whole || "0") * 10 ** decimals + Number(part.slice(0, decimals).padEnd(decimals, "0"));
  return amount <= MAX_AMOUNT ? amount : null;
}

/** How a booking ended; `expected`: it has not, or nothing is said. */
export type EndState = "expected" | "completed" | "no_show" | "cancelled";

/** Statuses of other products, of our own export, and their words in our languages. */
const STATES: Record<EndState, string[]> = {
  expected: [
    "confirmed",
    "booked",
    "accepted",
    "approved",
    "active",
    "scheduled",
    "rescheduled",
    "paid",
    "bevestigd",
    "geboekt",
    "bestätigt",
    "gebucht",
    "confirmé",
    "confirmée",
    "réservé",
    "confirmado",
    "confirmada",
    "reservado",
    "مؤكد",
  ],
  completed: [
    "completed",
    "complete",
    "done",
    "attended",
    "arrived",
    "checked in",
    "checked out",
    "fulfilled",
    "voltooid",
    "geweest",
    "abgeschlossen",
    "erschienen",
    "terminé",
    "terminée",
    "completado",
    "completada",
    "مكتمل",
  ],
  no_show: [
    "no show",
    "did not attend",
    "niet gekomen",
    "nicht erschienen",
    "absent",
    "no presentado",
    "no asistió",
    "لم يحضر",
  ],
  cancelled: [
    "cancelled",
    "canceled",
    "cancelled by customer",
    "cancelled by seller",
    "cancelled by client",
    "declined",
    "refunded",
    "expired",
    "geannuleerd",
    "storniert",
    "abgesagt",
    "annulé",
    "annulée",
    "cancelado",
    "cancelada",
    "ملغى",
    "ملغي",
  ],
};

const plain = (text: string): string =>
  text
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, "");

const stateOf = new Map(
  Object.entries(STATES).flatMap(
    ([state, words]) => words.map((word) => [plain(word), state as EndState]), // the keys of STATES
  ),
);

/** null: a word that is none of these, such as "pending": whether it takes place is open. */
export const readState = (cell: string): EndState | null =>
  cell.trim() === "" ? "expected" : (stateOf.get(plain(cell)) ?? null);

const YES = ["true", "yes", "y", "1", "x", "ja", "oui", "si", "نعم"].map(plain);
const NO = ["false", "no", "n", "0", "nee", "nein", "non", "لا", ""].map(plain);

export function readYesNo(cell: string): boolean | null {
  const word = plain(cell);
  if (YES.includes(word)) return true;
  return NO.includes(word) ? false : null;
}

/** Equal for names that differ in case and spaces only. */
export const nameKey = (name: string): string => name.trim().replace(/\s+/g, " ").toLowerCase();
