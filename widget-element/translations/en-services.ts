import type { ServicesStrings } from "./strings";

export const enServices: ServicesStrings = {
  length_heading: "How long?",
  other_services: "Other services",
  about: "About this service",
  place_here: "At {tenant}",
  place_phone: "By phone",
  place_video: "Video call",
  link_closed: "This link can’t be used any more. Please ask us for a new one.",
};
