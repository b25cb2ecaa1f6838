/**
 * One payment in two hundred (refunds-5): card schemes act at three times as many, and it takes weeks to come down
 * from there.
 */
const alarmAt = { disputed: 1, of: 200 } as const
/** Fewer are told of one by one, and say nothing of a rate. */
const fewest = 5

/**
 * Whether so many payments are disputed, of those that were paid in the same days, that the platform's account is in
 * danger.
 */
export const isAlarming = ({ paid, disputed }: { readonly paid: number; readonly disputed: number }): boolean =>
  disputed >= fewest && disputed * alarmAt.of >= paid * alarmAt.disputed
