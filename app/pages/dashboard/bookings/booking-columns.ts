/** The columns of the list that a person can leave out, in order; time, guest and status are always there. */
export const bookingColumns = [
  { name: "service", label: "Service" },
  { name: "people", label: "People" },
  { name: "price", label: "Price" },
  { name: "reference", label: "Reference" },
  { name: "source", label: "Source" },
] as const;
export type BookingColumn = (typeof bookingColumns)[number]["name"];

/** The columns that are kept in a person's preferences; all of them where nothing is kept. */
export const columnsOf = (kept: readonly string[] | undefined): BookingColumn[] =>
  bookingColumns.map(({ name }) => name).filter((name) => kept === undefined || kept.includes(name));
