import { EMAIL, normaliseEmail } from "~/contract/contact-details";
import type { ColumnFields, ImportField } from "./import-fields";

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

const plain = (header: string): string =>
  header
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, "");

const fieldOf = new Map(
  Object.entries(HEADERS).flatMap(
    ([field, headers]) => headers.map((header) => [plain(header), field as ImportField]), // the keys of HEADERS
  ),
);

/** Fields of which several columns can have a part: both numbers of a guest, or all notes. */
const SEVERAL: readonly ImportField[] = ["phone", "notes"];

/**
 * The field of each column, by its header; without one for the address, by its contents. French
 * and Spanish name the whole name like a part of it ("Nom", "Nombre"), unless the other part is
 * there.
 */
export function guessColumns(
  headers: readonly string[],
  samples: readonly (readonly string[])[],
): ColumnFields {
  const found = headers.map((header): ImportField | "" => fieldOf.get(plain(header)) ?? "");
  const seen = new Set<ImportField>();
  const fields = found.map((field): ImportField | "" => {
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
  const has = (field: ImportField) => fields.includes(field);
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
