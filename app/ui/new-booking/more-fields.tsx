import type { ReactNode } from "react";
import type { Question } from "~/contract/schedules";
import { t } from "~/i18n/text";
import { Select, TextInput, Textarea } from "../kit/inputs";
import { answerField, type DeskState } from "./desk-state";

interface MoreFieldsProps {
  state: DeskState;
  typed: (name: string, otherwise: string) => string;
}

/** Optional fields in a <details>, so it opens before JavaScript. */
export function MoreFields({ state, typed }: MoreFieldsProps) {
  const { questions, may_override } = state;
  return (
    <details
      className="[&_summary]:text-accent-text [&_summary]:font-medium [&_summary]:leading-[2rem] [&_summary]:cursor-pointer max-md:[&_summary]:leading-[2.5rem]"
      open={state.notes !== "" || questions.some(({ required }) => required)}
    >
      <summary>
        {questions.length > 0 ? t("Note, questions and options") : t("Note and options")}
      </summary>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(9rem,100%),1fr))] gap-3 items-end">
        <Textarea
          className="col-span-full"
          name="notes"
          label={t("Note")}
          rows={2}
          maxLength={4000}
          defaultValue={typed("notes", state.notes)}
        />
        {questions.map((question) => (
          <QuestionField key={question.id} question={question} />
        ))}
      </div>
      <div className="flex flex-wrap gap-x-6 gap-y-0 mt-2">
        <Tick name="silent">{t("Don’t send email")}</Tick>
        {state.offers_texts && (
          <Tick name="text_reminders">{t("Guest agreed to text reminders")}</Tick>
        )}
        <Tick name="pending">{t("Keep pending")}</Tick>
        {may_override && (
          <Tick name="override">
            <span className="text-bad">{t("Overbook / ignore rules")}</span>
          </Tick>
        )}
      </div>
    </details>
  );
}

function Tick({ name, children }: { name: string; children: ReactNode }) {
  return (
    <label className="flex items-center gap-2 min-h-8 cursor-pointer max-md:min-h-10 [&_input]:flex-none [&_input]:size-4 [&_input]:m-0 [&_input]:[accent-color:var(--accent)]">
      <input type="checkbox" name={name} />
      <span>{children}</span>
    </label>
  );
}

function QuestionField({
  question: { id, label, type, required, options = [] },
}: {
  question: Question;
}) {
  const name = answerField(id);
  const shown = required ? t("{{question}} (required)", { question: label }) : label;
  if (type === "checkbox") return <Tick name={name}>{shown}</Tick>;
  if (type === "select")
    return (
      <Select name={name} label={shown}>
        <option value="">{t("No answer")}</option>
        {options.map((option) => (
          <option key={option}>{option}</option>
        ))}
      </Select>
    );
  if (type === "textarea") return <Textarea name={name} label={shown} maxLength={4000} rows={2} />;
  return <TextInput name={name} label={shown} maxLength={4000} />;
}
