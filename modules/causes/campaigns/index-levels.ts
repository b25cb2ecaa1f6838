export { expireReservations, holdsOf, type Level, releaseLevels, reserveLevels } from './queries/levels.ts'
export { claimForPlan, findLevelOfPlan, releasePlanClaim, type LevelOfPlan } from './queries/plan-levels.ts'
export { levelsOf } from './queries/running.ts'
export {
  addLevel,
  changeLevel,
  hasLevelOfRequest,
  listOwnLevels,
  orderLevels,
  type OwnLevel,
  removeLevel,
} from './queries/levels-written.ts'
export { listedLevels, rewardOf } from './views.ts'
export { refuseUnoffered } from './refuse-unoffered.ts'
