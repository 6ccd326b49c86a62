import { Form, useNavigation } from "@remix-run/react";
import { pageLocale, plural, t } from "~/i18n/text";
import { Notice } from "~/ui/feedback/notice";
import { Button } from "~/ui/kit/button";
import { useReadAgain } from "~/ui/use-read-again";
import { Buttons, Fieldset, Hint, Tick } from "~/ui/kit/form";
import type { ImportView } from "./load.server";

const PROGRESS_MS = 2000;

/** The next step of an import: confirm or delete it, continue it, or undo it. */
export function ImportActions({ view }: { view: ImportView }) {
  const { state, counts } = view;
  const isInJob = view.file_kind === "bookings" && (state === "running" || state === "undoing");
  useReadAgain(isInJob, PROGRESS_MS);
  if (state === "undone") return null;
  return (
    <div className="flex flex-col gap-3 items-start mb-6">
      {state === "draft" || state === "running" ? (
        view.file_kind === "bookings" ? (
          <ConfirmBookings view={view} />
        ) : (
          <Confirm view={view} />
        )
      ) : null}
      {state === "done" || state === "undoing" ? (
        <Undo
          isUnderWay={state === "undoing"}
          hasFilled={counts.outcome.filled > 0}
          isBookings={view.file_kind === "bookings"}
        />
      ) : null}
    </div>
  );
}

function Confirm({ view: { state, counts } }: { view: ImportView }) {
  const isSending = useNavigation().state !== "idle";
  const { status } = counts;
  const known = status.existing + status.repeated;
  if (status.new + known === 0)
    return (
      <>
        <Notice tone="info">
          {t("No row can be imported. Check which column is which, below.")}
        </Notice>
        <Discard />
      </>
    );
  return (
    <>
      {state === "running" && (
        <Notice tone="info">
          {t("This import stopped half-way. Continue to import the remaining rows.")}
        </Notice>
      )}
      <Form method="post" id="confirm" className="flex flex-col gap-3 items-start">
        <input type="hidden" name="intent" value="import" />
        {known > 0 && (
          <Fieldset legend={t("Customers who are already there")}>
            <Tick type="radio" name="existing" value="fill" defaultChecked>
              {t("Fill in the details they lack")}
            </Tick>
            <Tick type="radio" name="existing" value="skip">
              {t("Leave unchanged")}
            </Tick>
          </Fieldset>
        )}
      </Form>
      <Buttons>
        <Button variant="primary" type="submit" form="confirm" loading={isSending}>
          {state === "running" ? t("Continue import") : importWords(status.new)}
        </Button>
        {state === "draft" && <Discard />}
      </Buttons>
      {status.problem > 0 && (
        <Hint>
          {t(
            "Rows with problems are left out. Correct them in the file and upload it again: the others aren’t added twice.",
          )}
        </Hint>
      )}
    </>
  );
}

function ConfirmBookings({ view: { state, counts } }: { view: ImportView }) {
  const isSending = useNavigation().state !== "idle";
  const { status, outcome } = counts;
  const all = status.past + status.upcoming;
  const done = outcome.created + outcome.booked + outcome.kept + outcome.refused;
  if (all === 0)
    return (
      <>
        <Notice tone="info">
          {t("No row can be imported. Check which column is which, below.")}
        </Notice>
        <Discard />
      </>
    );
  return (
    <>
      {state === "running" && (
        <Notice tone="info">
          {t("{{done}} of {{all}} rows are done. The others follow in the background.", {
            done: done.toLocaleString(pageLocale()),
            all: all.toLocaleString(pageLocale()),
          })}
        </Notice>
      )}
      <Buttons>
        <Form method="post">
          <input type="hidden" name="intent" value="import" />
          <Button
            {...(state === "draft" && { variant: "primary" })}
            type="submit"
            loading={isSending}
          >
            {state === "running"
              ? t("Continue import")
              : plural(all, "Import {{count}} booking", "Import {{count}} bookings")}
          </Button>
        </Form>
        {state === "draft" && <Discard />}
      </Buttons>
      {status.upcoming > 0 && (
        <Hint>
          {t("Upcoming bookings follow your rules: those that don’t fit are refused and listed.")}
        </Hint>
      )}
      {status.problem > 0 && (
        <Hint>
          {t(
            "Rows with problems are left out. Correct them in the file and upload it again: the others aren’t added twice.",
          )}
        </Hint>
      )}
    </>
  );
}

const importWords = (added: number): string =>
  added === 0
    ? t("Update customers")
    : plural(added, "Import {{count}} customer", "Import {{count}} customers");

function Discard() {
  return (
    <Form method="post">
      <Button type="submit" name="intent" value="discard">
        {t("Delete file")}
      </Button>
    </Form>
  );
}

interface UndoProps {
  isUnderWay: boolean;
  hasFilled: boolean;
  isBookings: boolean;
}

function Undo({ isUnderWay, hasFilled, isBookings }: UndoProps) {
  const isSending = useNavigation().state !== "idle";
  return (
    <>
      <Form method="post">
        <input type="hidden" name="intent" value="undo" />
        <Button type="submit" icon="back" loading={isSending}>
          {isUnderWay ? t("Continue to undo") : t("Undo import")}
        </Button>
      </Form>
      <Hint>
        {isBookings
          ? t(
              "Removes the imported history and cancels the imported bookings, without emails. Those changed since then stay.",
            )
          : t(
              "Removes the customers that this import added. Those with bookings or changes since then stay.",
            )}
        {hasFilled && ` ${t("Details that it filled in are taken back.")}`}
      </Hint>
    </>
  );
}
