import { isolate } from "~/lib/isolate";
import { formatMoney } from "~/lib/money";
import { describeLocation, locationOf, mapUrl } from "../bookings/read/booking-location";
import { bookingTime, bookingZones, dateOf, timeOf } from "../bookings/read/booking-time";
import { locationWords } from "../bookings/read/location-words";
import type { WaitingEntry } from "../bookings/read/waiting-entry.sql.server";
import { mailedName } from "./mail-names";
import type { MailTenant } from "./mail-values";
import { peopleWords } from "../quotes/party-words";
import type { MailValues } from "./template-variables";
import { textsOf } from "./texts";

/** The variables of the email about a place on a waiting list. */
export function waitingValues(
  entry: WaitingEntry,
  tenant: MailTenant,
  locale: string,
  links: { leave: string; book: string },
): MailValues {
  const { starts_at, ends_at, customer, price_amount } = entry;
  // A video call has no room before it is booked.
  const location = locationOf(entry.place, () => "");
  const zones = bookingZones(starts_at, location, {
    company: tenant.time_zone,
    guest: customer.time_zone ?? tenant.time_zone,
  });
  const at = bookingTime(starts_at, ends_at, zones, locale);
  const reading = { locale, time_zone: zones.lead };
  const place = describeLocation(location, customer.phone ?? null, locationWords(locale, "guest"));
  return {
    booking: {
      service: entry.service,
      what: isolate(entry.service ?? entry.resource_name),
      when: at.when,
      when_in_zone: at.when_in_zone,
      other_when: at.other_when,
      date: dateOf(starts_at, reading),
      time: timeOf(starts_at, reading),
      end_time: timeOf(ends_at, reading),
      time_zone: at.zone,
      location: place?.text ?? null,
      location_url: null,
      map_url: mapUrl(location),
      party_size: entry.party_size,
      people: peopleWords(entry),
      price:
        price_amount === 0
          ? textsOf(locale).free
          : price_amount && formatMoney(price_amount, entry.currency, locale),
      deposit: null,
    },
    customer: {
      name: mailedName(customer.name, locale),
      email: customer.email ?? null,
      phone: customer.phone ?? null,
    },
    resource: { name: isolate(entry.resource_name), type: entry.resource_type },
    links,
  };
}
