import { manageTexts } from "~/ui/guest-page/manage-language";
import { CancelQuestion, GuestReceipt, NotFound, Overview } from "~/ui/guest-page/manage-page";
import { ChangeDetails } from "./change-page";
import { MoveChoice } from "./move-page";
import { MoveQuestion } from "./move-question";
import type { ManagePageData } from "./view.server";

/** A guest's booking, or the step of a change. */
export function ManagePage({ page }: { page: ManagePageData }) {
  switch (page.step) {
    case "missing":
      return <NotFound frame={page.frame} />;
    case "booking":
      return <Overview {...page} />;
    case "cancel":
      return <CancelQuestion {...page} />;
    case "receipt":
      return <GuestReceipt {...page} />;
    case "change":
      return <ChangeDetails {...page} />;
    case "move":
      return <MoveChoice {...page} />;
    case "question":
      return <MoveQuestion {...page} />;
  }
}

export function titleOf({ step, frame }: ManagePageData): string {
  const t = manageTexts(frame.locale);
  return {
    missing: t.not_found_title,
    booking: t.title,
    cancel: t.cancel_title,
    receipt: t.receipt,
    change: t.change_title,
    move: t.move_title,
    question: t.move_differs,
  }[step];
}
