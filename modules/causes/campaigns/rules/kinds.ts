import type { RunningAct } from './acts.ts'

/**
 * The kinds of campaigns: a fundraiser, a charity's general fund, its hosted page, or a page below one of these
 * (supporters-1).
 */
export const campaignKinds = ['fundraiser', 'general-fund', 'hosted-page', 'team', 'supporter'] as const
export type CampaignKind = (typeof campaignKinds)[number]

/**
 * Whether a page is written by supporters: the charity's members may only view its figures and record offline donations
 * (supporters-3).
 */
export const isSupporterKind = (kind: CampaignKind): boolean => kind === 'team' || kind === 'supporter'

const actsOnSupporters: readonly RunningAct[] = ['look', 'figures', 'offline', 'donors', 'claims']

/** Whether any member may have this permission for a campaign of this kind. */
export const hasAct = (kind: CampaignKind, act: RunningAct): boolean =>
  !isSupporterKind(kind) || actsOnSupporters.includes(act)
