import type { Dispute } from "~/contract/payments";

type DisputeStatus = Dispute["status"];

/**
 * Whether a dispute is open, and where its money is: `held` until the bank decides, `gone` once the
 * guest has it.
 */
const MEANING: Record<DisputeStatus, { is_open: boolean; money: "here" | "held" | "gone" }> = {
  needs_response: { is_open: true, money: "held" },
  under_review: { is_open: true, money: "held" },
  // An appeal follows a lost dispute: the money is gone until it is won.
  appeal_needs_response: { is_open: true, money: "gone" },
  appeal_under_review: { is_open: true, money: "gone" },
  won: { is_open: false, money: "here" },
  lost: { is_open: false, money: "gone" },
  closed: { is_open: false, money: "here" },
};

const statuses = Object.keys(MEANING) as DisputeStatus[]; // the keys of a record over the statuses

export const isOpenDispute = (status: DisputeStatus): boolean => MEANING[status].is_open;
/** Statuses in which the bank has taken the money. */
export const LOST_DISPUTES = statuses.filter((status) => MEANING[status].money === "gone");
/** Statuses in which nothing can be refunded: the guest would get the money twice. */
export const HELD_DISPUTES = statuses.filter((status) => MEANING[status].money !== "here");
