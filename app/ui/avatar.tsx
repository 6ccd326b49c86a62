const HUES = 4;

/**
 * Initial of a person or room. `index` is their position in the company's list and picks the hue;
 * -1 for none.
 */
export function Avatar({ name, index }: { name: string; index: number }) {
  return (
    <span
      className="inline-grid flex-none place-items-center size-5 rounded-full bg-p5 text-on-person text-[0.625rem] font-semibold leading-none data-[hue=1]:bg-p1 data-[hue=2]:bg-p2 data-[hue=3]:bg-p3 data-[hue=4]:bg-p4"
      data-hue={index < 0 ? undefined : (index % HUES) + 1}
      aria-hidden="true"
    >
      {[...name.trim()][0]?.toUpperCase()}
    </span>
  );
}
