import { Form } from "@remix-run/react";
import { t } from "~/i18n/text";
import { Icon } from "../icon";

interface Ordered {
  id: string;
  name: string;
}

interface OrderButtonsProps {
  what: Ordered;
  /** Adjacent entries of the list. */
  before: Ordered | undefined;
  after: Ordered | undefined;
}

/**
 * Up and Down buttons of a sorted list, each a form (place-form.ts), so they work before
 * JavaScript.
 */
export function OrderButtons({ what, before, after }: OrderButtonsProps) {
  return (
    <div className="relative z-1 flex">
      <Step
        what={what}
        beside={before}
        side="before"
        icon="up"
        label={t("Move {{name}} up", { name: what.name })}
      />
      <Step
        what={what}
        beside={after}
        side="after"
        icon="down"
        label={t("Move {{name}} down", { name: what.name })}
      />
    </div>
  );
}

interface StepProps {
  what: Ordered;
  beside: Ordered | undefined;
  side: "before" | "after";
  icon: "up" | "down";
  label: string;
}

function Step({ what, beside, side, icon, label }: StepProps) {
  if (beside === undefined) return <span className="size-control" />;
  return (
    <Form method="post" preventScrollReset>
      <input type="hidden" name="intent" value="place" />
      <input type="hidden" name="beside" value={beside.id} />
      <input type="hidden" name="side" value={side} />
      <button
        type="submit"
        name="id"
        value={what.id}
        className="grid place-items-center size-control p-0 border-0 rounded-md bg-transparent text-muted cursor-pointer hover:bg-fill hover:text-text"
        aria-label={label}
      >
        <Icon name={icon} />
      </button>
    </Form>
  );
}
