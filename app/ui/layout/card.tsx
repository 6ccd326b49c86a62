import { Fragment, type ReactNode, useId } from "react";

/** A section of a page: heading, description and content. */
export function Card({
  title,
  lead,
  children,
}: {
  title: string;
  lead?: ReactNode;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <section
      className="pt-5 pb-6 [header+&]:pt-1 [header+:empty+&]:pt-1 [header+form>&:first-of-type]:pt-1 [&+&]:border-t [&+&]:border-line [&_a:not([class])]:text-accent-text"
      aria-labelledby={id}
    >
      <h2 id={id} className={`m-0 ${lead === undefined ? "mb-3" : "mb-0.5"} text-lg font-semibold`}>
        {title}
      </h2>
      {lead !== undefined && <p className="max-w-176 m-0 mb-4 text-muted">{lead}</p>}
      {children}
    </section>
  );
}

/** Name and value pairs; null values are omitted. */
export function Facts({ facts }: { facts: [name: string, value: ReactNode][] }) {
  return (
    <dl className="grid grid-cols-[repeat(auto-fill,minmax(min(14rem,100%),1fr))] gap-x-6 gap-y-4 m-0">
      {facts
        .filter(([, value]) => value !== null)
        .map(([name, value]) => (
          <div key={name}>
            <dt className="text-muted text-sm">{name}</dt>
            <dd className="m-0 mt-0.5 wrap-anywhere">{value}</dd>
          </div>
        ))}
    </dl>
  );
}

/** Name and value pairs below each other; values may have several lines. */
export function FactList({ facts }: { facts: readonly { label: string; text: string }[] }) {
  return (
    <dl className="grid grid-cols-[minmax(8rem,auto)_minmax(0,1fr)] content-start gap-x-6 gap-y-2 min-w-0 m-0">
      {facts.map(({ label, text }) => (
        <Fragment key={label}>
          <dt className="text-muted">{label}</dt>
          <dd className="m-0 wrap-anywhere whitespace-pre-line">{text}</dd>
        </Fragment>
      ))}
    </dl>
  );
}
