import { useFetcher, useNavigation } from "@remix-run/react";
import type { ReactNode } from "react";
import { t } from "~/i18n/text";
import { Notice } from "../feedback/notice";
import type { FieldLimits } from "../form/field-limits";
import { type FormRefusal, PageForm } from "../form/page-form";
import { allProblems } from "../form/problems";
import { useTryOut } from "../form/use-try-out";
import { Button, BUTTON } from "../kit/button";
import { Aside, Hint, SaveBar, WITH_ASIDE, WITH_BAR } from "../kit/form";
import { OutsideBookings } from "./outside-bookings";
import type { OutsideLines } from "./outside-lines";

/** Response to an hours form that was not saved. */
export interface HoursFormAnswer {
  result?: FormRefusal;
  typed?: object;
  outside?: OutsideLines;
  /** Saved concurrently: the current values and their version. */
  conflict?: { now: object; seen: number };
}

interface PreviewedHoursFormProps {
  /** Intent of saving; a preview is sent as "preview". */
  intent: string;
  stored: object;
  /** The version the form was filled from; 0 if there are no hours yet. */
  seen: number;
  limits?: Record<string, FieldLimits>;
  draft: string;
  answer: HoursFormAnswer | undefined;
  className?: string;
  /** Shown next to the fields. */
  aside?: ReactNode;
  children: ReactNode;
}

/**
 * A form of hours with the bookings they would exclude: updated while typing, or by a button
 * without JavaScript.
 */
export function PreviewedHoursForm({
  intent,
  stored,
  seen,
  limits = {},
  draft,
  answer,
  className = "",
  aside,
  children,
}: PreviewedHoursFormProps) {
  const tried = useFetcher<HoursFormAnswer>();
  const { tryOut, stop } = useTryOut((typed) => tried.submit(typed, { method: "post" }));
  const isSaving = useNavigation().state !== "idle";
  const outside = (tried.data?.outside ? tried.data : answer)?.outside;
  const unready = allProblems(tried.data?.result?.error);
  return (
    <PageForm
      intent={intent}
      stored={stored}
      typed={answer?.typed}
      refusal={answer?.result}
      limits={limits}
      version={{ field: "seen", stored: seen, conflict: answer?.conflict?.seen }}
      draft={draft}
      meanwhile={answer?.conflict?.now ?? null}
      className={`${WITH_BAR} ${className}`}
      onInput={tryOut}
      onSubmit={stop}
      preventScrollReset
    >
      <div className={WITH_ASIDE}>
        <div className="flex flex-col gap-5 min-w-0">
          {answer?.conflict && (
            <Notice tone="bad">{t("Changed by someone else. Review, then save.")}</Notice>
          )}
          {children}
        </div>
        <Aside>
          {unready !== "" && <Hint>{unready}</Hint>}
          {outside && <OutsideBookings {...outside} />}
          {aside}
        </Aside>
      </div>
      <SaveBar>
        <Button variant="primary" type="submit" loading={isSaving}>
          {answer?.conflict ? t("Save mine") : t("Save")}
        </Button>
        <noscript>
          <button type="submit" name="rows" value="preview" className={BUTTON}>
            {t("Preview")}
          </button>
        </noscript>
      </SaveBar>
    </PageForm>
  );
}
