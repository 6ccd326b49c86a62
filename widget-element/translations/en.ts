import type { FirstStrings } from "./strings";

export const en: FirstStrings = {
  region: "Book with {tenant}",
  open: "Book now",
  progress: "Step {step} of {total}",
  back: "Back",
  loading: "Loading times…",
  retry: "Try again",

  what_heading: "What would you like to book?",
  which_heading: "Do you have a preference?",
  no_preference: "No preference",
  anyone: "Anyone",
  free: "Free",
  price_from: "From {price}",
  seats: { one: "{count} person", other: "Up to {count} people" },
  party_size: "How many people?",
  people: { one: "{count} person", other: "{count} people" },
  cancel_free: "Free cancellation until {time} before the start.",

  day_heading: "Choose a day",
  day_label: { one: "{date}, {count} time", other: "{date}, {count} times" },
  day_label_none: "{date}, no times",
  day_label_full: "{date}, full, waiting list open",
  month_previous: "Previous month",
  month_next: "Next month",

  morning: "Morning",
  afternoon: "Afternoon",
  evening: "Evening",
  places_left: { one: "{count} place left", other: "{count} places left" },
  zone_label: "Time zone",
  two_zones: "Large: your time. Small: the time in {city}, where {tenant} is.",

  problem_unreachable: "We could not reach the booking service. Please check your connection.",
  problem_setup: "Online booking is not available here at the moment.",
};
