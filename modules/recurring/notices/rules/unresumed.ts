/** A guest's plan that waits so long for its donor ends (recurring-26). */
export const unresumedDays = 90

/** So long before its donor is written to. */
export const unresumedNoticeDays = 7
