/** The page of a map that shows an address. */
export const mapUrlOf = (address: string): string =>
  `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(address)}`;
