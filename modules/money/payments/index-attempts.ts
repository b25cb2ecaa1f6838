export { findStuckAttempts } from './queries-known.ts'
export {
  type Attempt,
  findAttempt,
  findAttemptByKey,
  findAttemptByProviderIntent,
  findAttemptInScope,
  findAttemptsByProviderIntents,
  findLastAttempt,
  leaseDueAttempts,
  type Requester,
  scheduleLookup,
  scopesOf,
} from './queries-attempts.ts'
export { conclude, concludeParts, type Conclusion } from './queries-conclusions.ts'
export { type Claim, type Claimed, claimPayment, claimPaymentIn, type Duplicate, type Guard } from './queries.ts'
