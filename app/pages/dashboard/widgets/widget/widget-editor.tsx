import { Form, useFetcher, useNavigation } from "@remix-run/react";
import { type FormEvent, useState } from "react";
import type { WidgetConfig } from "~/contract/widget";
import { t } from "~/i18n/text";
import { Button } from "~/ui/kit/button";
import type { FormValues } from "~/ui/services/service-forms";
import { Draft } from "~/ui/drafts/draft";
import { Conflict, conflictLines } from "~/ui/form/conflict";
import { FormProblems } from "~/ui/form/fields";
import { formState } from "~/ui/form/form-state";
import { useTryOut } from "~/ui/form/use-try-out";
import { WidgetFields } from "./widget-fields";
import { WidgetPreview } from "./widget-preview";
import { CONFLICT_LABELS, type WidgetChoices, type WidgetAnswer } from "../widget-view";
import styles from "~/ui/widgets/widget-page.module.css";

interface WidgetEditorProps {
  id: string;
  version: number;
  stored: FormValues;
  preview: WidgetConfig;
  choices: WidgetChoices;
  /** What the form was answered, where it was not saved. */
  answer: WidgetAnswer | undefined;
  may_edit: boolean;
}

/** A configuration's form beside the widget as it would be, which follows what is typed. */
export function WidgetEditor({ preview, may_edit, ...form }: WidgetEditorProps) {
  const [width, setWidth] = useState<"narrow" | "wide">("narrow");
  const draft = useFetcher<WidgetAnswer>();
  const problem = Object.values(draft.data?.result?.error ?? {}).flatMap((messages) => messages ?? [])[0] ?? null;
  // While what is typed cannot be used, the last draft that could be stays.
  const fresh = draft.data?.preview;
  const [seen, setSeen] = useState({ preview, fresh, shown: preview });
  if (seen.preview !== preview) setSeen({ preview, fresh, shown: preview });
  else if (seen.fresh !== fresh) setSeen({ preview, fresh, shown: fresh ?? seen.shown });
  const { conflict } = form.answer ?? {};
  return (
    <div className={styles.page} data-width={width} data-alone={may_edit ? undefined : true}>
      {may_edit && (
        <WidgetForm
          key={`${conflict ? "conflict" : "stored"} ${form.version}`}
          {...form}
          onDraft={(typed) => draft.submit(typed, { method: "post" })}
        />
      )}
      <WidgetPreview config={seen.shown} problem={problem} width={width} onWidth={setWidth} />
    </div>
  );
}

interface WidgetFormProps extends Omit<WidgetEditorProps, "preview" | "may_edit"> {
  onDraft: (typed: FormData) => void;
}

function WidgetForm({ id, version, stored, choices, answer, onDraft }: WidgetFormProps) {
  // The version that the fields were filled from: a change by someone else since then must be noticed.
  const [from, setFrom] = useState(version);
  const { form, tryOut, stop } = useTryOut(onDraft);
  const isSaving = useNavigation().state !== "idle";
  const { conflict } = answer ?? {};
  const state = formState(conflict?.typed ?? stored, answer?.result, "save");
  const typed = state.is_refused ? answer?.result?.initialValue : (conflict?.typed ?? stored);
  // A browser cannot point at a field that is folded away.
  const unfold = ({ target }: FormEvent<HTMLFormElement>) => {
    for (let part = (target as Element).closest("details"); part; part = part.parentElement?.closest("details") ?? null)
      part.open = true;
  };
  return (
    <Form
      method="post"
      className={styles.form!}
      ref={form}
      onInput={tryOut}
      onChange={tryOut}
      onSubmit={stop}
      onInvalidCapture={unfold}
      preventScrollReset
    >
      <input type="hidden" name="intent" value="save" />
      <input type="hidden" name="version" value={conflict?.version ?? from} />
      <a href="#preview" className={styles.jump}>
        {t("See the preview below")}
      </a>
      <Draft name={`widget ${id}`} version={version} onVersion={setFrom} />
      <FormProblems state={state} />
      {conflict && <Conflict lines={conflictLines(CONFLICT_LABELS, state.text, formState(stored, undefined).text)} />}
      <WidgetFields
        state={state}
        choices={choices}
        questions={typed?.questions}
        problems={state.is_refused ? (answer?.result?.error ?? {}) : {}}
      />
      <div className={styles.save}>
        <Button variant="primary" type="submit" loading={isSaving}>
          {conflict ? t("Save mine") : t("Save")}
        </Button>
      </div>
    </Form>
  );
}
