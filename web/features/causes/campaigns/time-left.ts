import { activeStatus, pausedStatus } from '#modules/causes/campaigns/rules/open.ts'
import type { Translate } from '../../../lib/text.tsx'

/**
 * How long a fundraiser still takes gifts, or that it does not; null where it has no end. Its last day is the one on
 * which a begun day is left.
 */
export function timeLeft(
  t: Translate,
  { status, daysLeft }: { readonly status: number; readonly daysLeft: number | null },
): string | null {
  if (daysLeft === 0 || (status !== activeStatus && status !== pausedStatus)) return t('card.ended')
  if (status === pausedStatus) return t('card.paused')
  if (daysLeft === null) return null
  return daysLeft === 1 ? t('card.last-day') : t('card.days', { count: daysLeft })
}
