// Loaded before a process of the proof: everything in it that reads the time is this far off, as on a machine whose clock is wrong. What
// the database says stays true.
const ahead = Number(process.env.TEST_CLOCK_AHEAD_MS);
const RealDate = Date;

globalThis.Date = class extends RealDate {
  constructor(...given) {
    if (given.length === 0) super(RealDate.now() + ahead);
    else super(...given);
  }
  static now() {
    return RealDate.now() + ahead;
  }
};
