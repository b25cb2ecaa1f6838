import type { RunningAct } from './acts.ts'

/** What a campaign is: a fundraiser, a charity's own fund, its hosted page, or a page below one of these (supporters-1). */
export const campaignKinds = ['fundraiser', 'general-fund', 'hosted-page', 'team', 'supporter'] as const
export type CampaignKind = (typeof campaignKinds)[number]

/** Pages that supporters write: the people of the charity read figures and record what came and went offline; they change nothing
 * else (supporters-3). */
export const isOfSupporters = (kind: CampaignKind): boolean => kind === 'team' || kind === 'supporter'

const actsOnSupporters: readonly RunningAct[] = ['look', 'offline', 'donors', 'claims']

/** Whether those who run a campaign of this kind may ever do this with it. */
export const hasAct = (kind: CampaignKind, act: RunningAct): boolean =>
  !isOfSupporters(kind) || actsOnSupporters.includes(act)
