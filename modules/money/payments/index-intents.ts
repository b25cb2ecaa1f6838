export {
  findPaidIntent,
  findPaidIntentOfProvider,
  isFrozen,
  lockPaidIntent,
  moveIntent,
  type PaidIntent,
} from './queries-refunds.ts'
export { filterKnownIntents, findLastPaidBefore, readLiveIntent } from './queries-known.ts'
export { countPaidSince } from './queries-attempts.ts'
export {
  cancelOpenIntent,
  expireIntents,
  findLiveIntent,
  findOpenIntent,
  type LiveIntent,
  filterOpenIntents,
  findOpenIntentIds,
} from './queries-intents.ts'
export { checkPaymentHistory, type PaymentHistory, countDeclinesOfCard } from './payment-history.ts'
