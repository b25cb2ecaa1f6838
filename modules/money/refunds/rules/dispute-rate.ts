/**
 * One payment in two hundred (refunds-5). Card schemes act at three times that rate, and recovering from there takes
 * weeks.
 */
const alarmRate = { disputed: 1, of: 200 } as const
/** Below this number a rate has no meaning; each dispute is reported individually. */
const minDisputes = 5

/** Returns whether so many payments of the same period are disputed that the platform's account is at risk. */
export const isDisputeRateHigh = ({ paid, disputed }: { readonly paid: number; readonly disputed: number }): boolean =>
  disputed >= minDisputes && disputed * alarmRate.of >= paid * alarmRate.disputed
