import type { ChangeEvent } from "react";
import { ANYONE, SAME } from "~/contract/fields";
import { MAX_VISIT_PARTS } from "~/contract/limits";
import { t } from "~/i18n/text";
import type { AddonChoice, Quantities } from "../booking/addon-choices";
import { AddonFields } from "../booking/addon-fields";
import { Button } from "../kit/button";
import { Select } from "../kit/inputs";
import { addonsField, type DeskPart, type DeskState, partField, peopleField } from "./desk-state";

interface VisitFieldsProps {
  state: DeskState;
  onChange: (event: ChangeEvent<HTMLSelectElement | HTMLInputElement>) => void;
  /** Receives the quantities of a service's add-ons, by the prefix of their fields. */
  onQuantities: (field: string, quantities: Quantities) => void;
  /** Receives the numbers of a service's kinds of people. */
  onPeople: (people: readonly AddonChoice[], chosen: Quantities) => void;
}

/** Numbers of services that one press leads to, with the button's words. */
function changesOf({ parts, repeat, slot }: DeskState): [count: number, words: string][] {
  if (slot !== null || repeat.repeat !== "") return [];
  const count = parts.length + 1;
  return [
    ...(count < MAX_VISIT_PARTS
      ? [[count + 1, t("Add another service")] satisfies [number, string]]
      : []),
    ...(count > 1 ? [[count - 1, t("Remove the last service")] satisfies [number, string]] : []),
  ];
}

/** The services that follow the first one, each with its person and length, and a button for more. */
export function VisitFields({
  state,
  onChange,
  onQuantities,
  onPeople,
  onCount,
}: VisitFieldsProps & { onCount: (count: number) => void }) {
  const { parts, repeat, slot } = state;
  const count = parts.length + 1;
  if (slot !== null) return null;
  if (repeat.repeat !== "")
    return (
      <p className="m-0 text-muted text-[0.8125rem] leading-[1.125rem]">
        {t("A booking that repeats has one service.")}
      </p>
    );
  return (
    <>
      {parts.length > 0 && <input type="hidden" name="services" value={count} />}
      {parts.map((part) => (
        <PartFields
          key={part.no}
          part={part}
          state={state}
          onChange={onChange}
          onQuantities={onQuantities}
          onPeople={onPeople}
        />
      ))}
      <div className="needs-script flex flex-wrap gap-2">
        {changesOf(state).map(([number, words]) => (
          <Button key={words} icon={number > count ? "plus" : null} onClick={() => onCount(number)}>
            {words}
          </Button>
        ))}
      </div>
    </>
  );
}

/** The same buttons without JavaScript: after the one that Enter presses. */
export function VisitSubmits({ state }: { state: DeskState }) {
  return changesOf(state).map(([number, words]) => (
    <Button key={words} type="submit" name="services" value={number} formNoValidate>
      {words}
    </Button>
  ));
}

interface PartFieldsProps extends VisitFieldsProps {
  part: DeskPart;
}

function PartFields({
  part,
  state: { services },
  onChange,
  onQuantities,
  onPeople,
}: PartFieldsProps) {
  const { no, service, resource, resources, lengths, length, addons, people } = part;
  return (
    <fieldset className="grid grid-cols-[repeat(auto-fit,minmax(min(9rem,100%),1fr))] gap-3 items-end min-w-0 m-0 ps-3 pe-0 py-0 border-0 border-s-2 border-line [&>legend]:sr-only">
      <legend>{t("Service {{no}}", { no })}</legend>
      <Select
        name={partField("service", no)}
        label={t("Then")}
        defaultValue={service}
        onChange={onChange}
      >
        {services.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </Select>
      {lengths.length > 0 && (
        <Select
          key={`${service} length`}
          name={partField("length", no)}
          label={t("Length")}
          defaultValue={length}
          onChange={onChange}
        >
          {lengths.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
      )}
      <Select
        key={resources.map(({ id }) => id).join()} // remount for another service's resources
        name={partField("resource", no)}
        label={t("With")}
        defaultValue={resource}
        onChange={onChange}
      >
        <option value={SAME}>{t("Same person")}</option>
        <option value={ANYONE}>{t("Anyone")}</option>
        {resources.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </Select>
      {people.length > 0 && (
        <div className="col-span-full">
          <AddonFields
            key={`${service} people`}
            name={peopleField(no)}
            legend={t("People")}
            addons={people}
            onQuantities={(chosen) => onPeople(people, chosen)}
          />
        </div>
      )}
      {addons.length > 0 && (
        <div className="col-span-full">
          <AddonFields
            key={`${service} add-ons`}
            name={addonsField(no)}
            addons={addons}
            onQuantities={(chosen) => onQuantities(addonsField(no), chosen)}
          />
        </div>
      )}
    </fieldset>
  );
}
