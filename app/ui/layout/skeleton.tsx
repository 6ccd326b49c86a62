const ROWS = 10;
const DRAWER_ROWS = 6;

const BREATHING = "motion-safe:animate-breathe";

/** Placeholder for a slow page; appears over the old page after 150 ms. */
export function Skeleton() {
  return (
    <div
      className="absolute inset-0 z-100 bg-surface animate-appear"
      aria-hidden="true"
      data-outline
    >
      <div className={`sticky top-0 max-w-336 mx-auto px-5 py-3 ${BREATHING}`}>
        <Title />
        <Rows count={ROWS} />
      </div>
    </div>
  );
}

/** The same for the content of a drawer. */
export function DrawerSkeleton() {
  return (
    <div className={BREATHING} aria-hidden="true" data-outline>
      <Title />
      <span className="block w-60 max-w-4/5 h-control mb-5 rounded-sm bg-fill" />
      <Rows count={DRAWER_ROWS} />
    </div>
  );
}

const Title = () => <span className="block w-40 h-7 mb-5 rounded-sm bg-fill" />;

const Rows = ({ count }: { count: number }) =>
  Array.from({ length: count }, (_, index) => (
    <span key={index} className="flex items-center h-row border-t border-line">
      <span className={`${index % 2 === 0 ? "w-3/5" : "w-9/20"} h-3 rounded-sm bg-fill`} />
    </span>
  ));
