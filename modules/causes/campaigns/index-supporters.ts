export { findParent, lockParent, campaignsBelow, publicBelow, rootOf, setSupporterSettings } from './queries/parents.ts'
export { shownTotal, shownTotals } from './queries/totals.ts'
export type { CampaignKind } from './rules/kinds.ts'
