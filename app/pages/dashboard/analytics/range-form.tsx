import { Form } from "@remix-run/react";
import { t } from "~/i18n/text";
import { Button } from "~/ui/kit/button";
import { Select, TextInput } from "~/ui/kit/inputs";
import { Tabs } from "~/ui/layout/tabs";
import { type AnalyticsRequest, daysOfPreset, presetPath, presets } from "./analytics-query";

interface RangeFormProps {
  request: AnalyticsRequest;
  today: string;
  resources: { id: string; name: string }[];
}

/** Range, resource and interval: presets are links, custom dates a GET form. */
export function RangeForm({ request, today, resources }: RangeFormProps) {
  const isShown = ({ from, to }: { from: string; to: string }) =>
    from === request.from && to === request.to;
  const isOther =
    request.resource_id !== null && !resources.some(({ id }) => id === request.resource_id);
  return (
    <>
      <Tabs
        label={t("Period")}
        tabs={presets.map(({ range, label }) => ({
          to: presetPath(request, range),
          label: t(label),
          is_current: isShown(daysOfPreset(range, today)),
        }))}
      />
      {/* Remount when a link changes the range. */}
      <Form
        key={JSON.stringify(request)}
        method="get"
        role="search"
        aria-label={t("Analytics")}
        className="flex flex-wrap gap-2 items-end mb-4 [&>:not(button)]:flex-[0_1_10rem] max-md:[&>:not(button)]:flex-[1_1_8.5rem]"
      >
        <TextInput type="date" label={t("From")} name="from" defaultValue={request.from} required />
        <TextInput type="date" label={t("Until")} name="to" defaultValue={request.to} required />
        <Choice label={t("Resource")} name="resource_id" chosen={request.resource_id ?? ""}>
          <option value="">{t("Any resource")}</option>
          {isOther && <option value={request.resource_id!}>{t("Another resource")}</option>}
          {resources.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Choice>
        <Choice label={t("Group by")} name="interval" chosen={request.interval}>
          <option value="day">{t("Day")}</option>
          <option value="week">{t("Week")}</option>
          <option value="month">{t("Month")}</option>
        </Choice>
        <Choice
          label={t("Compare with")}
          name="compare"
          chosen={request.compare ? "previous" : "none"}
        >
          <option value="previous">{t("Previous period")}</option>
          <option value="none">{t("Nothing")}</option>
        </Choice>
        <Button type="submit">{t("Show")}</Button>
      </Form>
    </>
  );
}

function Choice({
  label,
  name,
  chosen,
  children,
}: {
  label: string;
  name: string;
  chosen: string;
  children: React.ReactNode;
}) {
  return (
    <Select label={label} name={name} defaultValue={chosen}>
      {children}
    </Select>
  );
}
