export { cardOfPlan, chargeableCardOfPlan, donorOfPlan } from './donor/plan-donor.ts'
export { endNow } from './managing/cancel.ts'
export { asCardFault } from './managing/card-fault.ts'
export { bringsOnce, withLevel } from './managing/level.ts'
export { type By, openedBy } from './managing/manage.ts'
export { reactivate } from './managing/resume.ts'
export { suspendSubscription } from './states/suspend.ts'
export {
  findSubscription,
  resetFailures,
  holdSubscriptions,
  lockFreeSubscriptions,
  lockSubscription,
  saveDetails,
  saveLevelCharge,
  saveSubscription,
  type Subscription,
} from './subscription-queries.ts'
