export { type ChargeableCard, chargeableCard } from './chargeable-card.ts'
export type { ChargedCard } from './current-cards.ts'
export { customerOf, customerOfNewPlan } from './customer.ts'
export { detachCards } from './own-cards.ts'
export { type CardOfPlan, planCardParts } from './plan-card.ts'
export type { CardPorts } from './port.ts'
export { type CardOwner, findCard, lockCards } from './queries.ts'
export {
  type PlanCardResult,
  continuePlanCard,
  removePlanCard,
  replacePlanCard,
  setUpPlanCard,
} from './replace-plan-card.ts'
export type { CardToSave } from './save-card.ts'
export type { DonorOfCard, PlansOfCards } from './warn-of-expiry.ts'
