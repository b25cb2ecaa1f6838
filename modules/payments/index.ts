export { intentAfter, type IntentState, isOpenIntent } from './rules/intent.ts'
export type { CardVault, Lookup, PaymentGateway, ProviderCharge, PublicConfiguration, Setup, WebhookNotice } from './port.ts'
export { attemptAfter, type AttemptState, type KeptCard, type Outcome } from './rules/attempt.ts'
export { nextLookupAfter } from './rules/resolver.ts'
export { acceptProof, createProofChallenge } from './proof.ts'
export { closedOrders, forgetPayers, isPaying, purgePayers, replaceOrder } from './queries-erasure.ts'
export {
  type Attempt,
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
  findOpenIntent,
  leaseDueAttempts,
  markWebhookHandled,
  openIntents,
  recordWebhook,
  scheduleLookup,
  type Standing,
  standingOf,
  unhandledWebhooks,
} from './queries.ts'
