import type { StaffActor } from "~/domain/identity/actor";
import { rearrange } from "~/domain/users/preferences.server";
import { deleteView, renameView, saveView, type SavedView } from "~/domain/users/saved-views.server";
import type { ArrangeForm } from "./bookings-forms";

/** Does what a form says about how this person sees a list; returns the view that was deleted. Throws what saved views throw. */
export async function arrangeList(actor: StaffActor, list: string, form: ArrangeForm): Promise<SavedView | null> {
  if (form.intent === "delete_view") return deleteView(actor, list, form.was);
  if (form.intent === "rename_view") await renameView(actor, list, form.was, form.name);
  else if (form.intent === "save_view") await saveView(actor, { page: list, name: form.name, query: form.query });
  else await rearrange(actor, ({ columns }) => ({ columns: { ...columns, [list]: form.column } }));
  return null;
}
