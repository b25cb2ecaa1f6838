export { logRefusal } from './log-refusal.ts'
export { type PaymentHistory, checkPaymentHistory, countDeclinesOfCard } from './payment-history.ts'
export { forEachProvider, providerOfToken } from './payment-providers.ts'
export type {
  CardVault,
  DisputeFee,
  Lookup,
  PaymentPorts,
  PaymentProvider,
  ProviderCharge,
  ProviderRefund,
  RefundResult,
  Setup,
  WebhookHeaders,
} from './port.ts'
export { acceptProof, createProofChallenge, verifyProof } from './proof.ts'
export {
  type Attempt,
  type Requester,
  countPaidSince,
  findAttempt,
  findAttemptByKey,
  findAttemptByProviderIntent,
  findAttemptInScope,
  findAttemptsByProviderIntents,
  findLastAttempt,
  leaseDueAttempts,
  scheduleLookup,
  scopesOf,
} from './queries-attempts.ts'
export { type Conclusion, conclude, concludeParts } from './queries-conclusions.ts'
export {
  type OrderOfIntent,
  countPendingDebits,
  findOrders,
  isBankAccountRefused,
  lockPendingDebits,
} from './queries-debits.ts'
export {
  anonymizePayers,
  findClosedOrders,
  findDeclinedOffSessionCharges,
  findOldUnpaidOrders,
  findOrdersWithEncryptedFields,
  findUnpaidOrdersOfGuest,
  hasUnresolvedPayment,
  purgeDeclinedIpAddresses,
  purgePayers,
  replaceOrder,
} from './queries-erasure.ts'
export {
  type LiveIntent,
  cancelOpenIntent,
  expireIntents,
  filterOpenIntents,
  findLiveIntent,
  findOpenIntent,
  findOpenIntentIds,
} from './queries-intents.ts'
export { filterKnownIntents, findLastPaidBefore, findStuckAttempts, readLiveIntent } from './find-payments.ts'
export {
  type PaidIntent,
  findPaidIntent,
  findPaidIntentOfProvider,
  isFrozen,
  lockPaidIntent,
  moveIntent,
} from './queries-refunds.ts'
export { delayWebhooks, findUnhandledWebhooks, markWebhookHandled, recordWebhook } from './queries-webhooks.ts'
export { type Claim, type Claimed, type Duplicate, type Guard, claimPayment, claimPaymentIn } from './queries.ts'
export type { PaymentWarning } from './warnings-port.ts'
export { assertTokenOfWallet } from './assert-token-of-wallet.ts'
