import type { PeakPrice } from "~/contract/service-fields";

/** A rule as the column `schedule.peak_prices` stores it; price-at.sql reads these names. */
export type StoredPeakPrice = Omit<PeakPrice, "start" | "end"> & { from: string; to: string };

export const toStoredPeakPrices = (rules: readonly PeakPrice[]): StoredPeakPrice[] =>
  rules.map(({ days, start, end, ...change }) => ({ days, from: start, to: end, ...change }));

/** In the contract's key order: jsonb has its own, and changes are detected by comparing text. */
export const toPeakPrices = (stored: readonly StoredPeakPrice[]): PeakPrice[] =>
  stored.map(({ days, from, to, ...change }) => ({ days, start: from, end: to, ...change }));
