/** "Person · 1 place". */
export const aboutResource = ({ type, capacity }: { type: string; capacity: number }) =>
  `${type[0]?.toUpperCase() ?? ""}${type.slice(1)} · ${capacity === 1 ? "1 place" : `${capacity} places`}`;
