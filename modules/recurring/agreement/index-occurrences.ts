export { chargeOf, findDonationsPaidTogether, findActivePayment, isOutdatedPayment } from './pricing/charge-now.ts'
export { composeCharge, type ComposedCharge, isDaily, type ExcludedCause } from './pricing/compose-charge.ts'
export { sumDonatedBy } from './pricing/sum-donated.ts'
export { isClaimedByDonor, isStillClaimed } from './schedule/claim-guards.ts'
export { fitToTotal } from './schedule/fit-total.ts'
export {
  type OccurrenceChange,
  changeOccurrences,
  dueOccurrences,
  dueSubscriptions,
  findOccurrence,
  leaseLapsedCharges,
  type OccurrenceRow,
  occurrencesOf,
  occurrencesOfCharge,
  claimOccurrences,
} from './schedule/occurrence-queries.ts'
export { occurrenceReferenceOf } from './schedule/occurrence-reference.ts'
export { unansweredCharges } from './deadline-queries.ts'
