import { offsetMinutes } from "~/lib/time";
import { textsOf } from "./texts";
import type { BookingZones } from "../bookings/read/booking-time";
import { withoutAccents, withPlainMarks } from "./sms-parts";

/** Longest names in a text: with a link, most texts then fit into two parts. */
const MAX_OF_A_NAME = 40;

export interface TextSubject {
  starts_at: Date;
  zones: BookingZones;
  /** The service, or the resource of a booking without one; of a visit all of them, in order. */
  services: string[];
  company: string;
  link: string;
  locale: string;
}

/** A reminder's variables, in the order in which a WhatsApp template has them: {{1}} to {{4}}. */
export function textVariables({ services, company, link, ...when }: TextSubject): string[] {
  return [whenInText(when), shortenedTogether(services), shortened(company), link];
}

/** "Tue 1 Dec 14:30: Haircut, Studio Linden. …": the place's time comes first. */
export function writeText(subject: TextSubject): string {
  const [when = "", service = "", company = "", link = ""] = textVariables(subject);
  const values: Record<string, string> = { when, service, company, link };
  return withPlainMarks(
    textsOf(subject.locale).text_reminder.replace(
      /\{\{ (\w+) \}\}/g,
      (_, name: string) => values[name] ?? "",
    ),
  );
}

function whenInText({
  starts_at,
  zones: { lead, other },
  locale,
}: Pick<TextSubject, "starts_at" | "zones" | "locale">): string {
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { calendar: "gregory", timeZone: lead, ...options }).format(
      starts_at,
    );
  const day = format({ weekday: "short", day: "numeric", month: "short" }).replace(/[,.،]/g, "");
  const time = format({ timeStyle: "short" });
  const zone = other === null ? "" : ` (UTC${signed(offsetMinutes(starts_at.getTime(), lead))})`;
  return withoutAccents(withPlainMarks(`${day} ${time}${zone}`));
}

/** 330 → "+5:30", 60 → "+1" */
function signed(minutes: number): string {
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  return `${minutes < 0 ? "-" : "+"}${hours}${rest === 0 ? "" : `:${rest}`}`;
}

function shortened(name: string, most = MAX_OF_A_NAME): string {
  const letters = [...withPlainMarks(name)];
  return letters.length <= most
    ? letters.join("")
    : `${letters
        .slice(0, most - 3)
        .join("")
        .trimEnd()}...`;
}

const BETWEEN = " + ";

/** "Cut + Colour", as long as one name. Short names leave their room to longer ones. */
function shortenedTogether(names: string[]): string {
  let room = MAX_OF_A_NAME - BETWEEN.length * (names.length - 1);
  let left = names.length;
  const lengthOf = (name: string) => [...withPlainMarks(name)].length;
  const most = new Map<string, number>();
  for (const name of names.toSorted((a, b) => lengthOf(a) - lengthOf(b))) {
    most.set(name, Math.floor(room / left));
    room -= Math.min(lengthOf(name), most.get(name)!); // just set
    left -= 1;
  }
  return names.map((name) => shortened(name, most.get(name))).join(BETWEEN);
}
