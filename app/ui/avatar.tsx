const HUES = 4;

/**
 * Initial of a person or room. `index` is their position in the company's list and picks the hue;
 * -1 for none. Its style is in theme.css, because every row of a list has one.
 */
export function Avatar({ name, index }: { name: string; index: number }) {
  return (
    <span
      className="avatar"
      data-hue={index < 0 ? undefined : (index % HUES) + 1}
      aria-hidden="true"
    >
      {[...name.trim()][0]?.toUpperCase()}
    </span>
  );
}
