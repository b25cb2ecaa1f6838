export type { Lookup, PaymentGateway, ProviderCharge, PublicConfiguration, WebhookNotice } from './port.ts'
export { attemptAfter, type AttemptState, type Outcome } from './rules/attempt.ts'
export { intentAfter, type IntentState } from './rules/intent.ts'
export { nextLookupAfter } from './rules/resolver.ts'
export { acceptProof, createProofChallenge } from './proof.ts'
export { closedOrders, forgetPayers, isPaying, purgePayers, replaceOrder } from './queries-erasure.ts'
export {
  type Attempt,
  type Claim,
  claimIntent,
  claimIntentIn,
  claimNextAttempt,
  closeLapsedIntents,
  conclude,
  concludeParts,
  findAttempt,
  findAttemptByKey,
  findAttemptByProviderIntent,
  findLastAttempt,
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
