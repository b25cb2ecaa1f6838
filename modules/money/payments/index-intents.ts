export {
  findPaidIntent,
  findPaidIntentOfProvider,
  isFrozen,
  lockPaidIntent,
  moveIntent,
  type PaidIntent,
} from './queries-refunds.ts'
export { knownIntents, lastPaidBefore, liveIntentOf } from './queries-known.ts'
export { countPaidSince } from './queries-attempts.ts'
export {
  cancelOpenIntent,
  closeLapsedIntents,
  findLiveIntent,
  findOpenIntent,
  type LiveIntent,
  openIntents,
  openIntentsOf,
} from './queries-intents.ts'
export { checkPaymentHistory, type PaymentHistory, refusalsOfCard } from './payment-history.ts'
