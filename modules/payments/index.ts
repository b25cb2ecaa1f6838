export { intentAfter, intentAfterRefund, isOpenIntent } from './rules/intent.ts'
export type { Lookup, PaymentGateway, ProviderCharge, ProviderRefund, RefundAnswer, Setup } from './port.ts'
export { findPaidIntent, findPaidIntentOfProvider, isFrozen, lockPaidIntent, moveIntent, type PaidIntent } from './queries-refunds.ts'
export { attemptAfter, type KeptCard, type Outcome } from './rules/attempt.ts'
export { nextLookupAfter } from './rules/resolver.ts'
export { knownIntents, lastPaidBefore, liveIntentOf } from './queries-known.ts'
export { acceptProof, createProofChallenge } from './proof.ts'
export { closedOrders, declinedUnpressed, forgetPayers, isPaying, ordersWithSealed, purgePayers, replaceOrder } from './queries-erasure.ts'
export {
  type Attempt,
  attemptOfPress,
  refusalsOfCard,
  type Claim,
  claimIntent,
  claimIntentIn,
  claimNextAttempt,
  cancelOpenIntent,
  closeLapsedIntents,
  conclude,
  concludeParts,
  findAttempt,
  findAttemptByKey,
  findAttemptByProviderIntent,
  findLastAttempt,
  findLiveIntent,
  claimGuarded,
  type Guard,
  type LiveIntent,
  findOpenIntent,
  leaseDueAttempts,
  markWebhookHandled,
  putOffWebhooks,
  openIntents,
  openIntentsOf,
  recordWebhook,
  scheduleLookup,
  type Standing,
  standingOf,
  unhandledWebhooks,
} from './queries.ts'
