import { pageLocale, plural, t } from "~/i18n/text";
import { Notice } from "~/ui/feedback/notice";
import type { FormRefusal } from "~/ui/form/page-form";
import { Problems } from "~/ui/form/problems";
import { PageHeader } from "~/ui/layout/page-header";
import { IMPORT_PATH } from "../import-path";
import { ColumnsForm } from "./columns-form";
import { ImportActions } from "./import-actions";
import { NamesForm } from "./names-form";
import { ImportRows } from "./import-rows";
import type { ImportView } from "./load.server";
import { countRepeated } from "./count-repeated";

interface FilePageProps {
  view: ImportView;
  refusal: FormRefusal | undefined;
}

/** An uploaded file: first its dry run with the columns to correct, then what was imported. */
export function FilePage({ view, refusal }: FilePageProps) {
  const { file_name, total, state } = view;
  return (
    <div className="max-w-240">
      <PageHeader
        up={{ to: IMPORT_PATH, name: t("Import") }}
        title={<bdi>{file_name}</bdi>}
        aside={plural(total, "{{count}} row", "{{count}} rows")}
      />
      <Problems refusal={refusal} />
      {state === "reading" ? (
        <Notice tone="info">
          {t("This file is still being read, or was interrupted. Upload it again if this stays.")}
        </Notice>
      ) : (
        <>
          <Figures view={view} />
          <ImportActions view={view} />
          <NamesForm choices={view.name_choices} />
          <ImportRows view={view} />
          {state === "draft" && <ColumnsForm {...view} kind={view.file_kind} />}
        </>
      )}
    </div>
  );
}

/** How many rows of each kind. */
function Figures({ view }: { view: ImportView }) {
  const figures = view.file_kind === "bookings" ? bookingFigures(view) : customerFigures(view);
  return (
    <dl className="grid grid-cols-[repeat(auto-fit,minmax(8rem,1fr))] gap-4 m-0 mb-5 py-3 border-y border-line">
      {figures.map(({ label, value }) => (
        <div key={label}>
          <dt className="text-muted text-xs">{label}</dt>
          <dd className="m-0 text-lg font-semibold tabular-nums">
            {value.toLocaleString(pageLocale())}
          </dd>
        </div>
      ))}
    </dl>
  );
}

interface Figure {
  label: string;
  value: number;
}

const isUndo = ({ state }: ImportView): boolean => state === "undone" || state === "undoing";

function bookingFigures(view: ImportView): Figure[] {
  const { status, outcome, undone } = view.counts;
  const others = [
    { label: t("Already there or repeated"), value: countRepeated(view.counts) },
    { label: t("Problems"), value: status.problem },
  ];
  if (view.state === "draft")
    return [
      { label: t("Past"), value: status.past },
      { label: t("Upcoming"), value: status.upcoming },
      ...others,
    ];
  if (isUndo(view))
    return [
      { label: t("Removed"), value: undone.removed },
      { label: t("Cancelled"), value: undone.cancelled },
      { label: t("Not removed"), value: undone.changed },
    ];
  return [
    { label: t("Added to history"), value: outcome.created },
    { label: t("Booked"), value: outcome.booked },
    { label: t("Refused"), value: outcome.refused },
    ...others,
  ];
}

function customerFigures(view: ImportView): Figure[] {
  const { status, outcome, undone } = view.counts;
  const problems = { label: t("Problems"), value: status.problem };
  return view.state === "draft"
    ? [
        { label: t("New customers"), value: status.new },
        { label: t("Already there"), value: status.existing },
        { label: t("Repeated in the file"), value: status.repeated },
        problems,
      ]
    : isUndo(view)
      ? [
          { label: t("Removed"), value: undone.removed },
          { label: t("Details taken back"), value: undone.restored },
          { label: t("Not removed"), value: undone.booked + undone.changed },
        ]
      : [
          { label: t("Added"), value: outcome.created },
          { label: t("Completed", { context: "customers" }), value: outcome.filled },
          { label: t("Unchanged"), value: outcome.kept },
          problems,
        ];
}
