import {
  countLinkUse,
  type OpenedLink,
  openManageLink,
} from "~/domain/guest-page/open-manage-link.server";
import { guestPage } from "~/http/guest-page.server";
import { AppError } from "~/lib/app-error";
import { answerGuest, answerMissing } from "./answer.server";
import { applyGuestForm } from "./apply.server";
import { loadGuestPage, loadRefused, viewOfForgery } from "./load.server";

// The guest page: a script-free document. It opens from an email on any phone, and its URL is a
// secret that must not reach scripts, caches or referrers.

const route = guestPage<OpenedLink>({
  open: openManageLink,
  missing: answerMissing,
  show: async (guest) => answerGuest(await loadGuestPage(guest)),
  refuse: (guest) => answerGuest(viewOfForgery(guest)),
  change: async (guest, form) => {
    try {
      await countLinkUse(guest.subject.actor);
      const done = await applyGuestForm(guest.subject, form);
      return new Response(null, {
        status: 303,
        headers: { Location: `${guest.url.pathname}?done=${done}` },
      });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return answerGuest(await loadRefused(guest, error, form));
    }
  },
});
export const loader = route.loader;
export const action = route.action;
