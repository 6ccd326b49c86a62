import type { BusinessKind } from "~/domain/onboarding/business-kinds";
import { msg } from "~/i18n/text";

interface Words {
  /** Label and description of the kind of business. */
  label: string;
  explains: string;
  /** Title of the resource step. */
  step: string;
  title: string;
  lead: string;
  /** Example resource name. */
  example: string;
  /** Capacity field; null for people, who always take one guest at a time. */
  capacity: { label: string; description: string } | null;
  hours: string;
  times: string;
  /** First service. */
  service: { label: string; description: string; usual: string };
  price: string;
}

const ONE_PRICE = msg("Price in {{currency}}");
const PRICE_EACH = msg("Price per person in {{currency}}");
const BOOKABLE = msg("When can {{resource}} be booked?");
const SERVICE = msg("Name of the service");
const HOURS = msg("Hours");

/** Set-up texts by kind of business. */
export const WORDS = {
  people: {
    label: msg("Appointments with people"),
    explains: msg("Salon, practice, coach. Guests pick a service and a person."),
    step: msg("People"),
    title: msg("Who can be booked?"),
    lead: msg("Everyone starts with the same hours. You can change them later."),
    example: msg("Anna"),
    capacity: null,
    hours: HOURS,
    times: BOOKABLE,
    service: {
      label: SERVICE,
      description: msg("For example haircut or consultation. Add more later."),
      usual: msg("Appointment"),
    },
    price: ONE_PRICE,
  },
  courts: {
    label: msg("Courts and rooms"),
    explains: msg("Tennis, studios, meeting rooms. Guests book a place by the hour."),
    step: msg("Courts and rooms"),
    title: msg("What can be booked?"),
    lead: msg("All of them start with the same hours. You can change them later."),
    example: msg("Court 1"),
    capacity: {
      label: msg("Bookings at once"),
      description: msg("In each of them. A court or a room: 1. A room with 6 desks: 6."),
    },
    hours: HOURS,
    times: BOOKABLE,
    service: {
      label: SERVICE,
      description: msg("For example tennis or meeting. Add more later."),
      usual: msg("Reservation"),
    },
    price: ONE_PRICE,
  },
  classes: {
    label: msg("Classes"),
    explains: msg("Yoga, workshops, tours. Fixed times, many places each."),
    step: msg("Classes"),
    title: msg("Which classes do you give?"),
    lead: msg(
      "Classes named here share one timetable. Add those at other times later, each as a service of its own.",
    ),
    example: msg("Vinyasa flow"),
    capacity: {
      label: msg("How many people fit in one class?"),
      description: msg("Guests see how many places are left."),
    },
    hours: msg("Timetable"),
    times: msg("When does {{resource}} take place?"),
    service: {
      label: msg("Name of the class"),
      description: msg("What guests choose first."),
      usual: msg("Class"),
    },
    price: PRICE_EACH,
  },
  tables: {
    label: msg("Tables"),
    explains: msg("Restaurant, café, bar. Guests book by party size."),
    step: msg("Seating"),
    title: msg("Where do guests sit?"),
    lead: msg("Guests book seats in an area for their party. You choose the table."),
    example: msg("Dining room"),
    capacity: {
      label: msg("How many guests can sit at the same time?"),
      description: msg("In each area, at all its tables together."),
    },
    hours: HOURS,
    times: msg("When can guests come?"),
    service: {
      label: SERVICE,
      description: msg("For example lunch or dinner. Add more later."),
      usual: msg("Table"),
    },
    price: PRICE_EACH,
  },
} satisfies Record<BusinessKind, Words>;
