// Loaded before a process of the product (`--import`): its clock is wrong by CLOCK_OFFSET_MS, as that of a machine may be.
const offset = Number(process.env.CLOCK_OFFSET_MS ?? '0')
const RealDate = Date
globalThis.Date = class extends RealDate {
  constructor(...of) {
    if (of.length === 0) super(RealDate.now() + offset)
    else super(...of)
  }
  static now() {
    return RealDate.now() + offset
  }
}
