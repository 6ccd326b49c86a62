import { expect, test } from "vitest";
import { customerColumns } from "../customers/customer-row";
import { guessColumns } from "./guess-columns";

/** The guessed fields by header, without the columns that are not imported. */
function guessed(headers: string[], samples: string[][] = []) {
  const fields = guessColumns(headers, samples);
  return Object.fromEntries(
    headers.flatMap((header, index) => (fields[index] === "" ? [] : [[header, fields[index]]])),
  );
}

test("our own export needs no mapping", () => {
  expect(guessed(customerColumns.map(({ name }) => name))).toEqual({
    name: "name",
    email: "email",
    phone: "phone",
    locale: "locale",
    time_zone: "time_zone",
    notes: "notes",
  });
});

test("Calendly’s export: the invitee, not the host", () => {
  const headers =
    "Event UUID,User Name,User Email,Invitee UUID,Invitee Name,Invitee First Name,Invitee Last Name,Invitee Email,Invitee Time Zone,Text Reminder Number,Event Type Name,Start Date & Time,End Date & Time,Location,Canceled,Question 1,Response 1";
  expect(guessed(headers.split(","))).toEqual({
    "Invitee Name": "name",
    "Invitee Email": "email",
    "Invitee Time Zone": "time_zone",
    "Text Reminder Number": "phone",
  });
});

test("Acuity’s export", () => {
  const headers =
    "Start Time,End Time,First Name,Last Name,Phone,Email,Type,Calendar,Appointment Price,Paid?,Amount Paid Online,Certificate Code,Notes,Date Scheduled,Label,Scheduled By";
  expect(guessed(headers.split(","))).toEqual({
    "First Name": "first_name",
    "Last Name": "last_name",
    Phone: "phone",
    Email: "email",
    Notes: "notes",
  });
});

test("Square’s customer directory", () => {
  const headers =
    "Reference ID,First Name,Surname,Email Address,Phone Number,Nickname,Company Name,Street Address 1,City,Postal Code,Birthday,Memo,Square Customer ID,Creation Source,First Visit,Last Visit,Transaction Count,Lifetime Spend,Email Subscription Status";
  expect(guessed(headers.split(","))).toEqual({
    "First Name": "first_name",
    Surname: "last_name",
    "Email Address": "email",
    "Phone Number": "phone",
    Memo: "notes",
  });
});

test("Easy!Appointments’ columns, with both phone numbers", () => {
  const headers =
    "id,first_name,last_name,email,mobile_number,phone_number,address,city,state,zip_code,notes,timezone,language";
  expect(guessed(headers.split(","))).toEqual({
    first_name: "first_name",
    last_name: "last_name",
    email: "email",
    mobile_number: "phone",
    phone_number: "phone",
    notes: "notes",
    timezone: "time_zone",
    language: "locale",
  });
});

test.each([
  ["English", "Name,Email,Phone,Notes"],
  ["Dutch", "Naam,E-mailadres,Telefoonnummer,Notities"],
  ["German", "Name,E-Mail-Adresse,Telefonnummer,Notizen"],
  ["French", "Nom,E-mail,Téléphone,Remarques"],
  ["Spanish", "Nombre,Correo electrónico,Teléfono,Notas"],
  ["Arabic", "الاسم,البريد الإلكتروني,رقم الهاتف,ملاحظات"],
])("%s headers", (_language, headers) => {
  expect(guessColumns(headers.split(","), [])).toEqual(["name", "email", "phone", "notes"]);
});

test("parts of a name stay parts where both are there", () => {
  expect(guessColumns(["Prénom", "Nom"], [])).toEqual(["first_name", "last_name"]);
  expect(guessColumns(["Nombre", "Apellidos"], [])).toEqual(["first_name", "last_name"]);
});

test("addresses are found by their cells where no header names them", () => {
  const samples = [
    ["Anna", "anna@example.com"],
    ["Bert", ""],
  ];
  expect(guessColumns(["Who", "Reach"], samples)).toEqual(["", "email"]);
});
