import { type ChangeEvent, type ReactNode, useEffect, useRef } from "react";
import { t } from "~/i18n/text";
import { Button } from "../kit/button";
import { TextInput } from "../kit/inputs";
import { Choice } from "./choice";
import { ANY, type DeskState } from "./desk-state";
import { VisitSubmits } from "./visit-fields";

interface SlotSearchFieldsProps {
  state: DeskState;
  onChange: (event: ChangeEvent<HTMLSelectElement | HTMLInputElement>) => void;
  /** Services that follow in the same visit. */
  children: ReactNode;
}

/** Search criteria: service, resource, party size and day. */
export function SlotSearchFields({ state, onChange, children }: SlotSearchFieldsProps) {
  const { services, lengths, resources, service, resource, party, day, today } = state;
  const people = useRef<HTMLInputElement>(null);
  // The search text can also set the party size; typing it here takes precedence.
  useEffect(() => {
    if (people.current && people.current !== document.activeElement)
      people.current.value = String(party);
  }, [party]);
  return (
    <div className="flex flex-col gap-3">
      <Choice
        name="service"
        label={t("Service")}
        any={t("Any service")}
        anyValue={state.guest.kind === "none" ? "" : ANY}
        options={services}
        value={service}
        onChange={onChange}
      />
      {lengths.length > 0 && (
        <Choice
          key={service}
          name="length"
          label={t("Length")}
          any={lengths[0]!.name} // the shortest
          options={lengths.slice(1)}
          value={state.length}
          onChange={onChange}
        />
      )}
      <Choice
        key={resources.map(({ id }) => id).join()} // remount for another service's resources
        name="resource"
        label={t("With")}
        any={t("Anyone")}
        options={resources}
        value={resource}
        onChange={onChange}
      />
      {children}
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(9rem,100%),1fr))] gap-3 items-end">
        {state.people.length > 0 ? (
          <input type="hidden" name="party_size" value={party} />
        ) : (
          <TextInput
            type="number"
            name="party_size"
            ref={people}
            label={t("People")}
            min={1}
            max={500}
            defaultValue={party}
            onChange={onChange}
          />
        )}
        <TextInput
          type="date"
          name="day"
          label={t("Day (optional)")}
          min={today}
          defaultValue={day}
          onChange={onChange}
        />
        <noscript>
          <Button type="submit" formNoValidate>
            {t("Show times")}
          </Button>
          <VisitSubmits state={state} />
        </noscript>
      </div>
    </div>
  );
}
