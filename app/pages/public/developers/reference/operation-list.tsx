import { Link } from "@remix-run/react";

interface OperationEntry {
  id: string;
  method: string;
  path: string;
  summary: string;
  caller: string;
}
export interface OperationGroup {
  noun: string;
  title: string;
  operations: OperationEntry[];
}

/** Operations by noun, linking to their details. */
export function OperationList({ groups }: { groups: OperationGroup[] }) {
  return (
    <>
      <nav aria-label="Operations" className="flex flex-wrap gap-x-5">
        {groups.map(({ noun, title }) => (
          <a
            key={noun}
            href={`#${noun}`}
            className="inline-flex items-center min-h-11 text-accent-text"
          >
            {title}
          </a>
        ))}
      </nav>
      {groups.map(({ noun, title, operations }) => (
        <section key={noun} id={noun} aria-labelledby={`${noun}-title`}>
          <h2 id={`${noun}-title`} className="mt-10 mx-0 mb-3 text-[1.25rem] font-semibold">
            {title}
          </h2>
          <dl className="m-0 border border-line rounded-[0.75rem] bg-surface">
            {operations.map((operation) => (
              <Operation key={operation.id} {...operation} />
            ))}
          </dl>
        </section>
      ))}
    </>
  );
}

/** The link covers its row. */
function Operation({ id, method, path, summary, caller }: OperationEntry) {
  return (
    <div className="relative py-3 px-4 [&+&]:border-t [&+&]:border-line hover:bg-hover">
      <dt className="font-mono text-[0.9375rem] wrap-anywhere">
        <Link
          to={`/developers/reference?operation=${id}`}
          className="text-text no-underline after:absolute after:inset-0"
        >
          <span className="font-semibold">{method}</span> {path}
        </Link>
      </dt>
      <dd className="mt-0.5 mx-0 mb-0">
        {summary} <span className="block text-muted text-[0.875rem]">Caller: {caller}.</span>
      </dd>
    </div>
  );
}
