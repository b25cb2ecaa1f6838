/** Days after which a guest's plan that waits for its donor ends (recurring-26). */
export const unresumedDays = 90

/** Days before that end when its donor is mailed. */
export const unresumedNoticeDays = 7
