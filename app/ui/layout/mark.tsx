/** A company's initial and name. */
export function Mark({ name }: { name: string }) {
  return (
    <span className="flex gap-2 items-center min-w-0 text-md font-semibold">
      <span
        className="grid flex-none place-items-center size-5.5 rounded-md bg-text text-surface text-xs font-semibold"
        aria-hidden="true"
      >
        {[...name.trim()][0]?.toUpperCase()}
      </span>
      <span className="truncate" title={name}>
        {name}
      </span>
    </span>
  );
}
