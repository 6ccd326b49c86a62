// Line drawings of the later steps.
export const CHECK = "M5 12.5l4.5 4.5L19 7.5";
export const CLOCK = "M12 7v5l3 2M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18z";
export const CARD = "M3 6h18v12H3zM3 10h18M7 14.5h3";
