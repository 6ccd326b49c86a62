import { msg, t } from "~/i18n/text";
import { Conflict, conflictLines } from "~/ui/form/conflict";
import { TextAreaField, TextField } from "~/ui/form/fields";
import { type FormRefusal, PageForm, refusalOf } from "~/ui/form/page-form";
import { FOLDED_FORM, FoldedForms } from "~/ui/kit/disclosure";
import { Button } from "~/ui/kit/button";

const LABELS = { name: msg("Name"), phone: msg("Phone"), email: msg("Email"), notes: msg("Notes") };

interface CustomerFormProps {
  id: string;
  stored: Record<keyof typeof LABELS, string>;
  /** Version of `stored`. */
  seen: number;
  refusal: FormRefusal | undefined;
  /** The input, if someone else saved concurrently. */
  conflict: object | undefined;
}

/** A customer's details and notes. On a save conflict the input stays and both values are shown. */
export function CustomerForm({ id, stored, seen, refusal, conflict }: CustomerFormProps) {
  const isOpen = conflict !== undefined || refusalOf(refusal, "edit") !== undefined;
  return (
    <FoldedForms title={t("Edit details and notes")} open={isOpen}>
      <PageForm
        intent="edit"
        stored={stored}
        typed={conflict}
        refusal={refusal}
        draft={`customer ${id}`}
        version={{ field: "seen", stored: seen, conflict: conflict && seen }}
        className={FOLDED_FORM}
        key={id}
      >
        {conflict && <Conflict lines={conflictLines(LABELS, conflict, stored)} />}
        <div className="grid grid-cols-[repeat(auto-fit,minmax(min(14rem,100%),1fr))] gap-4 w-full">
          <TextField name="name" label={t(LABELS.name)} maxLength={120} required />
          <TextField name="phone" label={t(LABELS.phone)} type="tel" maxLength={32} />
          <TextField name="email" label={t(LABELS.email)} type="email" maxLength={254} />
          <TextAreaField
            className="col-span-full"
            name="notes"
            label={t(LABELS.notes)}
            description={t("For your team. Guests never see them.")}
            rows={3}
            maxLength={4000}
          />
        </div>
        <Button variant="primary" type="submit">
          {t("Save changes")}
        </Button>
      </PageForm>
    </FoldedForms>
  );
}
