// Preloaded into a process: shifts everything that reads the time, as on a machine with a wrong
// clock. The database's time stays correct.
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
