import { EMAIL, normaliseEmail } from "~/contract/contact-details";
import type {
  BookingField,
  ColumnField,
  ColumnFields,
  ImportField,
  ImportKind,
} from "./import-fields";

/**
 * Headers by field, compared without case, accents, spaces and punctuation. They are those of our
 * own export in six languages, of Calendly (Invitee …), Acuity (First Name, Phone, Email, Notes),
 * Square (Surname, Email Address, Memo) and Easy!Appointments (first_name, phone_number, timezone).
 */
const HEADERS: Record<ImportField, string[]> = {
  name: [
    "name",
    "full name",
    "customer",
    "customer name",
    "client",
    "client name",
    "guest",
    "guest name",
    "invitee name",
    "naam",
    "volledige naam",
    "klant",
    "gast",
    "kunde",
    "nom complet",
    "nom et prénom",
    "nombre completo",
    "nombre y apellidos",
    "cliente",
    "الاسم",
    "الاسم الكامل",
    "العميل",
  ],
  first_name: [
    "first name",
    "given name",
    "forename",
    "invitee first name",
    "voornaam",
    "vorname",
    "prénom",
    "nombre",
    "الاسم الأول",
  ],
  last_name: [
    "last name",
    "surname",
    "family name",
    "invitee last name",
    "achternaam",
    "nachname",
    "familienname",
    "nom",
    "nom de famille",
    "apellido",
    "apellidos",
    "اسم العائلة",
    "الاسم الأخير",
  ],
  email: [
    "email",
    "email address",
    "mail",
    "invitee email",
    "customer email",
    "client email",
    "e-mailadres",
    "mailadres",
    "e-mail-adresse",
    "adresse e-mail",
    "courriel",
    "correo",
    "correo electrónico",
    "البريد الإلكتروني",
    "البريد",
  ],
  phone: [
    "phone",
    "phone number",
    "telephone",
    "mobile",
    "mobile number",
    "mobile phone",
    "mobile phone number",
    "cell phone",
    "customer phone",
    "client phone",
    "text reminder number",
    "invitee phone number",
    "telefoon",
    "telefoonnummer",
    "mobiel",
    "telefon",
    "telefonnummer",
    "handy",
    "mobilnummer",
    "téléphone",
    "numéro de téléphone",
    "portable",
    "teléfono",
    "número de teléfono",
    "móvil",
    "الهاتف",
    "رقم الهاتف",
    "الجوال",
  ],
  notes: [
    "note",
    "notes",
    "memo",
    "comment",
    "comments",
    "customer notes",
    "client notes",
    "notitie",
    "notities",
    "opmerking",
    "opmerkingen",
    "notiz",
    "notizen",
    "bemerkung",
    "anmerkung",
    "anmerkungen",
    "remarques",
    "commentaire",
    "nota",
    "notas",
    "observaciones",
    "ملاحظات",
    "ملاحظة",
  ],
  locale: ["locale", "language", "taal", "sprache", "langue", "idioma", "اللغة"],
  time_zone: [
    "time zone",
    "invitee time zone",
    "tijdzone",
    "zeitzone",
    "fuseau horaire",
    "zona horaria",
    "المنطقة الزمنية",
  ],
};

/**
 * Of a file of bookings, in addition to those of its guests: our own export in English, Calendly
 * (Start Date & Time, Event Type Name, Canceled), Acuity (Start Time, Type, Calendar), Square
 * (Start, Service, Staff) and Easy!Appointments (start_datetime, service, provider).
 */
const BOOKING_HEADERS: Partial<Record<BookingField, string[]>> = {
  date: ["date", "appointment date", "booking date", "day", "datum", "jour", "fecha", "التاريخ"],
  start: [
    "start",
    "start time",
    "start date",
    "start date & time",
    "start date and time",
    "start datetime",
    "starts at",
    "date & time",
    "date and time",
    "appointment time",
    "time",
    "begin",
    "begintijd",
    "starttijd",
    "aanvang",
    "tijd",
    "beginn",
    "startzeit",
    "uhrzeit",
    "zeit",
    "début",
    "heure",
    "heure de début",
    "inicio",
    "hora",
    "hora de inicio",
    "البداية",
    "الوقت",
  ],
  end: [
    "end",
    "end time",
    "end date",
    "end date & time",
    "end date and time",
    "end datetime",
    "ends at",
    "finish",
    "einde",
    "eindtijd",
    "ende",
    "endzeit",
    "fin",
    "heure de fin",
    "hora de fin",
    "النهاية",
  ],
  duration: [
    "duration",
    "length",
    "minutes",
    "duration minutes",
    "duration (minutes)",
    "duration (mins)",
    "duur",
    "dauer",
    "durée",
    "duración",
    "المدة",
  ],
  service: [
    "service",
    "service name",
    "services",
    "type",
    "appointment type",
    "event type",
    "event type name",
    "schedule",
    "schedule name",
    "dienst",
    "behandeling",
    "afspraaktype",
    "leistung",
    "behandlung",
    "terminart",
    "prestation",
    "servicio",
    "الخدمة",
  ],
  resource: [
    "resource",
    "resource name",
    "staff",
    "staff member",
    "staff name",
    "team member",
    "employee",
    "provider",
    "provider name",
    "calendar",
    "user name",
    "host",
    "with",
    "medewerker",
    "mitarbeiter",
    "mitarbeiterin",
    "kalender",
    "collaborateur",
    "praticien",
    "empleado",
    "profesional",
    "الموظف",
  ],
  party_size: [
    "party size",
    "guests",
    "number of guests",
    "people",
    "persons",
    "seats",
    "quantity",
    "attendees",
    "personen",
    "aantal personen",
    "anzahl",
    "personnes",
    "personas",
    "عدد الأشخاص",
  ],
  status: ["status", "state", "appointment status", "booking status", "statut", "estado", "الحالة"],
  cancelled: ["cancelled", "canceled", "is cancelled", "geannuleerd", "storniert", "annulé"],
  no_show: ["no show", "noshow", "marked as no show", "is no show"],
  price: [
    "price",
    "amount",
    "price amount",
    "appointment price",
    "total",
    "total price",
    "cost",
    "payment amount",
    "prijs",
    "bedrag",
    "preis",
    "betrag",
    "prix",
    "montant",
    "precio",
    "importe",
    "السعر",
  ],
  currency: ["currency", "payment currency", "valuta", "währung", "devise", "moneda", "العملة"],
  reference: [
    "reference",
    "booking id",
    "appointment id",
    "event uuid",
    "confirmation code",
    "booking reference",
    "hash",
    "referentie",
    "referenz",
    "référence",
    "referencia",
    "المرجع",
  ],
};

const plain = (header: string): string =>
  header
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, "");

/** Fields by header; `Field` are the keys of the table. */
const byHeader = <Field extends string>(table: Partial<Record<Field, string[]>>) =>
  Object.entries<string[] | undefined>(table).flatMap(([field, headers = []]) =>
    headers.map((header): [string, Field] => [plain(header), field as Field]),
  );

const { locale: _locale, time_zone: _zone, ...GUEST_HEADERS } = HEADERS;
const fieldOf: Record<ImportKind, Map<string, ColumnField>> = {
  customers: new Map(byHeader(HEADERS)),
  bookings: new Map<string, ColumnField>([
    ...byHeader(GUEST_HEADERS),
    ...byHeader(BOOKING_HEADERS),
  ]),
};

/** Fields of which several columns can have a part: both numbers of a guest, or all notes. */
const SEVERAL: readonly ColumnField[] = ["phone", "notes"];

/**
 * The field of each column, by its header; without one for the address, by its contents. French
 * and Spanish name the whole name like a part of it ("Nom", "Nombre"), unless the other part is
 * there.
 */
export function guessColumns(
  headers: readonly string[],
  samples: readonly (readonly string[])[],
  kind: ImportKind = "customers",
): ColumnFields {
  const found = headers.map((header): ColumnField | "" => fieldOf[kind].get(plain(header)) ?? "");
  const seen = new Set<ColumnField>();
  const fields = found.map((field): ColumnField | "" => {
    if (field === "" || (seen.has(field) && !SEVERAL.includes(field))) return "";
    seen.add(field);
    return field;
  });
  if (!seen.has("email")) {
    const column = headers.findIndex(
      (_header, index) => fields[index] === "" && holdsEmails(samples, index),
    );
    if (column !== -1) fields[column] = "email";
  }
  return withOneName(fields);
}

/** The whole name, or its two parts. */
function withOneName(fields: ColumnFields): ColumnFields {
  const has = (field: ColumnField) => fields.includes(field);
  if (has("name"))
    return fields.map((field) => (field === "first_name" || field === "last_name" ? "" : field));
  if (has("first_name") === has("last_name")) return fields;
  return fields.map((field) => (field === "first_name" || field === "last_name" ? "name" : field));
}

/** Whether most of a column's cells that have a text are addresses. */
function holdsEmails(samples: readonly (readonly string[])[], column: number): boolean {
  const cells = samples.map((cells) => cells[column] ?? "").filter((cell) => cell !== "");
  const addresses = cells.filter((cell) => EMAIL.test(normaliseEmail(cell)));
  return cells.length > 0 && addresses.length * 2 > cells.length;
}
