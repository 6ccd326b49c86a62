import { useId } from "react";
import { byDay, type TimeChoice } from "./time-choices";

interface TimeButtonsProps {
  title: string;
  choices: readonly TimeChoice[];
  /** Field name; defaults to "slot_id". */
  name?: string;
  /** Posts to this path from a form that otherwise queries. */
  postTo?: string;
  /** Focused on load, so Enter picks the first time. */
  focused?: boolean;
}

/** Renders times as submit buttons of the surrounding form; each sends its `slot_id`. */
export function TimeButtons({
  title,
  choices,
  name = "slot_id",
  postTo,
  focused = false,
}: TimeButtonsProps) {
  const id = useId();
  if (choices.length === 0) return null;
  return (
    <div role="group" aria-labelledby={id} className="mb-4">
      <p id={id} className="m-0 mb-2 text-[1rem] font-semibold">
        {title}
      </p>
      {byDay(choices).map(({ day, choices: here }, index) => (
        <div key={day} className="[&+&]:mt-3">
          {day !== title && <p className="m-0 mb-1.5 text-muted">{day}</p>}
          <div className="grid grid-cols-[repeat(auto-fill,minmax(min(8.25rem,100%),1fr))] gap-2">
            {here.map((choice, place) => (
              <button
                key={choice.slot_id}
                type="submit"
                name={name}
                value={choice.slot_id}
                {...(postTo !== undefined && { formMethod: "post", formAction: postTo })}
                className="flex flex-col items-start min-h-14 py-2 px-3 border border-faint rounded-[0.625rem] bg-surface text-text text-start cursor-pointer hover:border-accent hover:bg-accent-soft focus-visible:border-accent focus-visible:bg-accent-soft"
                aria-label={choice.description}
                autoFocus={focused && index === 0 && place === 0}
              >
                <span className="text-[1.1875rem] font-semibold leading-[1.5rem]">
                  {choice.time}
                </span>
                <span className="text-muted text-[0.875rem] leading-[1.25rem]">{choice.more}</span>
              </button>
            ))}
          </div>
        </div>
      ))}
    </div>
  );
}
