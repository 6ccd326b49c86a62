import { useFetcher, useNavigation } from "@remix-run/react";
import { type FormEvent, useState } from "react";
import type { WidgetConfig } from "~/contract/widget";
import { t } from "~/i18n/text";
import { Button } from "~/ui/kit/button";
import { SaveBar } from "~/ui/kit/form";
import type { FormValues } from "~/ui/services/service-forms";
import { Conflict, conflictLines } from "~/ui/form/conflict";
import { PageForm } from "~/ui/form/page-form";
import { allProblems } from "~/ui/form/problems";
import { useTryOut } from "~/ui/form/use-try-out";
import { WidgetFields } from "./widget-fields";
import { WidgetPreview } from "./widget-preview";
import { conflictLabels, type WidgetChoices, type WidgetAnswer } from "../widget-view";

interface WidgetEditorProps {
  id: string;
  version: number;
  stored: FormValues;
  preview: WidgetConfig;
  choices: WidgetChoices;
  /** Form response, if it wasn't saved. */
  answer: WidgetAnswer | undefined;
  may_edit: boolean;
}

/** A configuration's form with a live preview. */
export function WidgetEditor({ preview, may_edit, ...form }: WidgetEditorProps) {
  const [width, setWidth] = useState<"narrow" | "wide">("narrow");
  const draft = useFetcher<WidgetAnswer>();
  const problem = allProblems(draft.data?.result?.error) || null;
  // While the input is invalid, keep the last valid draft.
  const fresh = draft.data?.preview;
  const [seen, setSeen] = useState({ preview, fresh, shown: preview });
  if (seen.preview !== preview) setSeen({ preview, fresh, shown: preview });
  else if (seen.fresh !== fresh) setSeen({ preview, fresh, shown: fresh ?? seen.shown });
  const { conflict } = form.answer ?? {};
  return (
    <div
      className="group/page grid grid-cols-[minmax(0,1fr)_minmax(0,27rem)] gap-8 items-start mb-6 data-[width=wide]:grid-cols-[minmax(0,1fr)] data-alone:grid-cols-[minmax(0,1fr)] max-xl:grid-cols-[minmax(0,1fr)]"
      data-width={width}
      data-alone={may_edit ? undefined : true}
    >
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
  const { tryOut, stop } = useTryOut(onDraft);
  const isSaving = useNavigation().state !== "idle";
  const { conflict } = answer ?? {};
  // Browsers can't focus an invalid field in a collapsed section.
  const unfold = ({ target }: FormEvent<HTMLFormElement>) => {
    for (
      let part = (target as Element).closest("details");
      part;
      part = part.parentElement?.closest("details") ?? null
    )
      part.open = true;
  };
  return (
    <PageForm
      intent="save"
      stored={stored}
      typed={conflict?.typed}
      refusal={answer?.result}
      draft={`widget ${id}`}
      version={{ field: "version", stored: version, conflict: conflict?.version }}
      className="flex flex-col min-w-0"
      onInput={tryOut}
      onChange={tryOut}
      onSubmit={stop}
      onInvalidCapture={unfold}
      preventScrollReset
    >
      <a
        href="#preview"
        className="hidden max-xl:inline-block max-xl:min-h-11 max-xl:text-accent-text max-xl:leading-[2.75rem]"
      >
        {t("Go to preview")}
      </a>
      {conflict && <Conflict lines={conflictLines(conflictLabels(), conflict.typed, stored)} />}
      <WidgetFields choices={choices} />
      <SaveBar>
        <Button variant="primary" type="submit" loading={isSaving}>
          {conflict ? t("Save mine") : t("Save")}
        </Button>
      </SaveBar>
    </PageForm>
  );
}
