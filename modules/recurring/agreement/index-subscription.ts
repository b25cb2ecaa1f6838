export { cardOfPlan, chargeableCardOfPlan, donorOfPlan } from './donor/plan-donor.ts'
export { endSubscription } from './managing/cancel.ts'
export { queueCancelChallenges } from './managing/cancel-challenges-job.ts'
export { toCardFault } from './managing/card-fault.ts'
export { hasOneTimeExtras, saveLevelCharge, withLevel } from './managing/level.ts'
export { type PlanRequester, findOpenableSubscription } from './managing/manage.ts'
export { reactivate } from './managing/resume.ts'
export { suspendSubscription } from './states/suspend-subscription.ts'
export {
  findSubscription,
  resetFailures,
  lockSubscriptions,
  lockAvailableSubscriptions,
  lockSubscription,
  saveDetails,
  saveSubscription,
  type Subscription,
} from './subscription-queries.ts'
