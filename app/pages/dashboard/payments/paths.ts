export const PAYMENTS_PATH = "/dashboard/payments";

/** The value of `month` for all months. */
export const ANY_MONTH = "any";
