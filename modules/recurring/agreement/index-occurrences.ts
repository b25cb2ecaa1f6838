export { chargeOf, paidTogether, standingPayment } from './pricing/charge-now.ts'
export { composeCharge, type ComposedCharge, isDaily, type LeftOut } from './pricing/compose-charge.ts'
export { givenBy } from './pricing/given.ts'
export { fitToTotal } from './schedule/fit-total.ts'
export {
  type Change,
  changeOccurrences,
  dueOccurrences,
  dueSubscriptions,
  findOccurrence,
  leaseLapsedCharges,
  type OccurrenceRow,
  occurrencesOf,
  occurrencesOfCharge,
  stillTaken,
  takenByDonor,
  takeOccurrences,
} from './schedule/occurrence-queries.ts'
export { referenceOf } from './schedule/occurrence-reference.ts'
export { unanswered } from './year-queries.ts'
