/** S1 §4: a campaign takes gifts while its status is this. */
export const activeStatus = 1
/** It rests: its people may let it take gifts again. */
export const pausedStatus = 2

/** Whether gifts are taken now: active, and before the end date when there is one (S1 §4). The server asks the same as the button. */
export const isOpen = (campaign: { readonly status: number; readonly endsAt: Date | null }, now: Date): boolean =>
  campaign.status === activeStatus && (campaign.endsAt === null || now.getTime() < campaign.endsAt.getTime())

/** Whether it will never take gifts again: its button is disabled for good (S1 §4). */
export const hasEnded = (campaign: { readonly endsAt: Date | null }, now: Date): boolean =>
  campaign.endsAt !== null && now.getTime() >= campaign.endsAt.getTime()

/** Why no donation is taken: it ended for good, or it is only not active for now and may be resumed; null: donations are taken. */
export const closedReason = (
  campaign: { readonly open: boolean; readonly status: number; readonly endsAt: Date | null },
  now: Date,
): 'ended' | 'paused' | null => {
  if (hasEnded(campaign, now)) return 'ended'
  if (campaign.open) return null
  return campaign.status === activeStatus || campaign.status === pausedStatus ? 'paused' : 'ended'
}
