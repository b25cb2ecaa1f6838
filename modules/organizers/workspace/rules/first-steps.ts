import type { OrganizationAct } from '#modules/causes/organizations/rules/roles.ts'
import { daysBetween } from '#shared/date-arithmetic.ts'
import type { LocalDate } from '#shared/calendar.ts'

export const firstSteps = ['fundraiser', 'page', 'bank', 'share'] as const
export type FirstStep = (typeof firstSteps)[number]

/** The permission that a step needs; editors also start fundraisers. */
const acts: Readonly<Record<FirstStep, OrganizationAct>> = {
  fundraiser: 'pages',
  page: 'pages',
  bank: 'bank',
  share: 'read',
}
export const actOfStep = (step: FirstStep): OrganizationAct => acts[step]

/** What a charity did since its verification; days are in its time zone. */
export type StartOfCharity = {
  readonly isVerified: boolean
  readonly verifiedOn: LocalDate | null
  readonly today: LocalDate
  /** The day of its first donation; null: none. */
  readonly firstDonationOn: LocalDate | null
  readonly hasFundraiser: boolean
  readonly hasPage: boolean
  readonly hasBankDetails: boolean
  /** Whether this site pays out to charities. */
  readonly hasPayouts: boolean
}

/** Days after the verification in which the steps are shown. */
const firstDays = 60

/**
 * Returns the first steps of a newly verified charity, in order: a fundraiser, a page of its own, bank details and
 * sharing, which is done with the first donation (content-40). None once all are done, 60 days after the verification,
 * or for a charity that had donations before it.
 */
export function listFirstSteps(start: StartOfCharity): { readonly step: FirstStep; readonly isDone: boolean }[] {
  const { isVerified, verifiedOn, firstDonationOn } = start
  const isNew = firstDonationOn === null || (verifiedOn !== null && firstDonationOn >= verifiedOn)
  if (!isVerified || verifiedOn === null || !isNew || daysBetween(verifiedOn, start.today) > firstDays) return []
  const done: Readonly<Record<FirstStep, boolean>> = {
    fundraiser: start.hasFundraiser,
    page: start.hasPage,
    bank: start.hasBankDetails,
    share: firstDonationOn !== null,
  }
  const steps = firstSteps
    .filter((step) => step !== 'bank' || start.hasPayouts)
    .map((step) => ({ step, isDone: done[step] }))
  return steps.every(({ isDone }) => isDone) ? [] : steps
}
