/** Refusals of a mailbox for good until a plan is paused: one may be a fault of the mail server (recurring-28). */
export const refusalsMax = 2

/** Whether a plan was paused because its mails don't reach its donor. */
export const isMailboxFaulty = ({ reason }: { readonly reason: string | null }): boolean =>
  reason === 'email-undeliverable' || reason === 'email-refused'
