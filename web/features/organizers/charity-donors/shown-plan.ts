import type { CharityPlanView } from '#modules/organizers/charity-donors/contract-donors.ts'

/** Formats the days of a plan. */
export const shownPlan = (plan: CharityPlanView, day: (date: string) => string): CharityPlanView => ({
  ...plan,
  startedOn: day(plan.startedOn),
  endedOn: plan.endedOn && day(plan.endedOn),
  nextOn: plan.nextOn && day(plan.nextOn),
  mails: plan.mails.map((mail) => ({ ...mail, sentOn: day(mail.sentOn) })),
})
