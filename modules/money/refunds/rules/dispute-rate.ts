/**
 * One payment in two hundred (refunds-5): card schemes act at three times as many, and it takes weeks to recover from
 * there.
 */
const alarmAt = { disputed: 1, of: 200 } as const
/** With fewer, each is reported individually, and a rate has no meaning. */
const fewest = 5

/** Whether so many of the payments in the same days are disputed that the platform's account is at risk. */
export const isAlarming = ({ paid, disputed }: { readonly paid: number; readonly disputed: number }): boolean =>
  disputed >= fewest && disputed * alarmAt.of >= paid * alarmAt.disputed
