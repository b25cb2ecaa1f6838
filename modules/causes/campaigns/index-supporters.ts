export { findParent, lockParent, setSupporterSettings } from './queries/parents.ts'
export { shownTotal } from './queries/totals.ts'
export { campaignKinds } from './rules/kinds.ts'
export type { CampaignKind } from './rules/kinds.ts'
