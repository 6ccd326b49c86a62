import type { Schedule } from "~/contract/schedules";
import { lengthWords } from "~/ui/services/length-words";
import { priceWords } from "~/ui/services/service-view";
import type { ServiceHeadProps } from "./service-head";

/** A service as its pages and its line in the list begin: its name, and "1 h · €25.00". */
export function headOf(schedule: Schedule, locale: string): ServiceHeadProps {
  const { id, name, active, duration_minutes } = schedule;
  return { id, name, active, about: `${lengthWords(duration_minutes)} · ${priceWords(schedule, locale)}` };
}
