/**
 * Permanent rejections of an address before its plan is paused. A single one may be the mail server's fault
 * (recurring-28).
 */
export const refusalsMax = 2

/** Whether a plan was paused because its mails don't reach its donor. */
export const isMailboxFaulty = ({ reason }: { readonly reason: string | null }): boolean =>
  reason === 'email-undeliverable' || reason === 'email-refused'
