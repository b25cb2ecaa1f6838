import { activeStatus, pausedStatus } from '#modules/causes/campaigns/rules/open.ts'
import type { Translate } from '#web/lib/text.tsx'

/** Returns how long a fundraiser is still open, "last day", or that it has ended; null without an end date. */
export function timeLeft(
  t: Translate,
  { status, daysLeft }: { readonly status: number; readonly daysLeft: number | null },
): string | null {
  if (daysLeft === 0 || (status !== activeStatus && status !== pausedStatus)) return t('card.ended')
  if (status === pausedStatus) return t('card.paused')
  if (daysLeft === null) return null
  return daysLeft === 1 ? t('card.last-day') : t('card.days', { count: daysLeft })
}
