import type { BusinessKind } from "~/domain/onboarding/business-kinds";
import { msg } from "~/i18n/text";

interface Words {
  /** The choice of the kind, and a line that says who is meant. */
  label: string;
  explains: string;
  /** The name of the step in which its resources are named. */
  step: string;
  title: string;
  lead: string;
  /** What one of its resources may be called. */
  example: string;
  /** Of the capacity; a person has always one guest at a time and is not asked. */
  capacity: { label: string; description: string } | null;
  hours: string;
  times: string;
  /** The first service. */
  service: { label: string; description: string; usual: string };
  price: string;
}

const ONE_PRICE = msg("Price in {currency}");
const PRICE_EACH = msg("Price per person in {currency}");
const BOOKABLE = msg("When can {resource} be booked?");
const SERVICE = msg("Name of the service");
const HOURS = msg("Hours");

/** What the steps of the set-up say to each kind of business. */
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
      label: msg("How many separate bookings fit at the same time?"),
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
    times: msg("When does {resource} take place?"),
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
