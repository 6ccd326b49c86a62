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

// The guest's own page. A document of its own without scripts: it opens from a mail on any phone, and the address it is opened by is a
// secret that no script, cache or referrer may learn.

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
