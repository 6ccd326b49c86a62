import { useFetcher, useNavigation } from "@remix-run/react";
import { type FormEvent, type ReactNode, useState } from "react";
import { t } from "~/i18n/text";
import { Aside, SaveBar, WITH_ASIDE, WITH_BAR } from "~/ui/kit/form";
import { Button } from "~/ui/kit/button";
import type { FormValues } from "~/ui/services/service-forms";
import { Notice } from "~/ui/feedback/notice";
import type { FieldLimits } from "~/ui/form/field-limits";
import { useTryOut } from "~/ui/form/use-try-out";
import { choicesOf, mailedNames, saveWords } from "./choices";
import { PageForm } from "~/ui/form/page-form";
import { allProblems } from "~/ui/form/problems";
import { NextDays } from "./next-days";
import { OutsideList } from "./outside-list";
import type { PreviewView, ServiceAnswer } from "~/ui/services/service-view";

interface ServiceFormProps {
  /** Names the form and its service. */
  draft_name: string;
  values: FormValues;
  limits: Record<string, FieldLimits>;
  preview: PreviewView;
  /** When the service was last changed. */
  seen: number;
  /** Form response, if it wasn't saved. */
  answer: ServiceAnswer | undefined;
  /** `preview`: of the current input. */
  children: (preview: PreviewView) => ReactNode;
}

/**
 * A service form with a preview: the next 14 days and bookings that would not fit. Updated while
 * typing, or by a button without scripts.
 */
export function ServiceForm({
  draft_name,
  values,
  limits,
  preview,
  seen,
  answer,
  children,
}: ServiceFormProps) {
  const draft = useFetcher<ServiceAnswer>();
  const { tryOut, stop } = useTryOut((typed) => draft.submit(typed, { method: "post" }));
  const isSaving = useNavigation().state !== "idle";
  const shown = draft.data?.preview ? draft.data : answer;
  const typed = answer?.typed ?? answer?.result?.initialValue ?? null;
  const outside = shown?.outside ?? null;
  const [choices, setChoices] = useState(() => (typed?.choice ?? {}) as Record<string, string>);
  const onInput = (event: FormEvent<HTMLFormElement>) => {
    setChoices(choicesOf(new FormData(event.currentTarget)));
    tryOut(event);
  };
  const unready = allProblems(draft.data?.result?.error) || null;
  return (
    <PageForm
      stored={values}
      typed={answer?.typed}
      refusal={answer?.result}
      limits={limits}
      version={{ field: "seen", stored: seen, conflict: answer?.conflict?.seen }}
      draft={draft_name}
      meanwhile={answer?.conflict?.now ?? null}
      className={WITH_BAR}
      onInput={onInput}
      onSubmit={stop}
      preventScrollReset
    >
      {/* Enter activates the first button. */}
      <button
        type="submit"
        name="intent"
        value="save"
        tabIndex={-1}
        aria-hidden="true"
        className="hidden-text"
      />
      <div className={WITH_ASIDE}>
        <div className="flex flex-col gap-5 min-w-0">
          {answer?.conflict && (
            <Notice tone="bad">{t("Changed by someone else. Review, then save.")}</Notice>
          )}
          {answer?.undecided && (
            <Notice tone="bad">
              {t("Not saved yet: some bookings don’t fit. Choose what happens to them, then save.")}
            </Notice>
          )}
          {children(shown?.preview ?? preview)}
        </div>
        <Aside>
          {outside !== null && (
            <OutsideList
              outside={outside}
              choices={choices}
              notify={typed === null || Boolean(typed.notify)}
              names={mailedNames(outside.bookings, choices)}
            />
          )}
          <NextDays
            preview={shown?.preview ?? preview}
            is_waiting={draft.state !== "idle"}
            problem={unready}
          />
        </Aside>
      </div>
      <SaveBar>
        <Button variant="primary" type="submit" name="intent" value="save" loading={isSaving}>
          {answer?.conflict ? t("Save mine") : saveWords(outside?.bookings ?? [], choices)}
        </Button>
        <noscript>
          <Button type="submit" name="intent" value="preview">
            {t("Preview")}
          </Button>
        </noscript>
      </SaveBar>
    </PageForm>
  );
}
