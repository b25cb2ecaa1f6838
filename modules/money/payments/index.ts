export { intentAfter, intentAfterRefund, isOpenIntent, isRefundable } from './rules/intent.ts'
export type {
  DisputeFee,
  Lookup,
  PaymentPorts,
  PaymentProvider,
  ProviderCharge,
  ProviderRefund,
  RefundAnswer,
  Setup,
  WebhookHeaders,
} from './port.ts'
export { forEachProvider, paymentProviders, providerOfToken } from './payment-providers.ts'
export {
  findPaidIntent,
  findPaidIntentOfProvider,
  isFrozen,
  lockPaidIntent,
  moveIntent,
  type PaidIntent,
} from './queries-refunds.ts'
export { attemptAfter, type KeptCard, type Outcome } from './rules/attempt.ts'
export { nextLookupAfter } from './rules/resolver.ts'
export { knownIntents, lastPaidBefore, liveIntentOf, stuckAttempts } from './queries-known.ts'
export { acceptProof, createProofChallenge, verifyProof } from './proof.ts'
export { deleteOldNotices } from './delete-old-notices.ts'
export {
  closedOrders,
  declinedUnpressed,
  forgetAddresses,
  forgetPayers,
  isPaying,
  ordersWithSealed,
  purgePayers,
  replaceOrder,
  unpaidOfGuest,
  unpaidSinceLong,
} from './queries-erasure.ts'
export {
  type Attempt,
  attemptOfPress,
  findAttempt,
  findAttemptByKey,
  findAttemptByProviderIntent,
  findAttemptsByProviderIntents,
  countPaidSince,
  findLastAttempt,
  leaseDueAttempts,
  type Requester,
  scheduleLookup,
  scopesOf,
} from './queries-attempts.ts'
export { conclude, concludeParts } from './queries-conclusions.ts'
export {
  cancelOpenIntent,
  closeLapsedIntents,
  findLiveIntent,
  findOpenIntent,
  type LiveIntent,
  openIntents,
  openIntentsOf,
} from './queries-intents.ts'
export { checkPaymentHistory, type PaymentHistory, refusalsOfCard, repeatsOfOtherVisits } from './payment-history.ts'
export { markWebhookHandled, putOffWebhooks, recordWebhook, unhandledWebhooks } from './queries-webhooks.ts'
export { type Claim, type Claimed, claimPayment, claimPaymentIn, type Duplicate, type Guard } from './queries.ts'
export type { Frequency } from './tables.ts'
