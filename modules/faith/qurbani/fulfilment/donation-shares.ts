import { Problem } from '#shared/problem.ts'
import { formatHijriIn } from '#shared/hijri.ts'
import type { Locale } from '#shared/text.ts'
import { withWindows } from '../list-items.ts'
import { orderedShares } from '../rules/animals.ts'
import { chooseBefore } from '../rules/unperformed.ts'
import { confirmationEnds } from './request-choices.ts'
import { findChoice } from './choice-queries.ts'
import type { FulfilmentPorts } from './ports.ts'
import { shareNamesOf } from './share-list.ts'
import { findFrozenOrder } from './unperformed-orders.ts'

/**
 * Returns the state of a donation's shares: ordered, performed, or not performed with the donor's options. 404 for
 * donations that aren't qurbani orders.
 */
export async function getDonationShares(ports: FulfilmentPorts, donationId: string, locale: Locale) {
  const frozen = await findFrozenOrder(ports.db, donationId)
  const [dated] = frozen ? await withWindows(ports, [frozen.item]) : []
  if (!frozen || !dated || frozen.donation.isErased) throw new Problem('not-found', 'not-found')
  const { order, item, shares } = frozen
  const months = await ports.hijriMonthsOf(ports.db, item.calendar)
  const names = shareNamesOf(order, orderedShares(item, order.quantity))
  const byNumber = new Map(shares.map((share) => [share.shareOfOrder, share]))
  const ordered = names.map((name, index) => ({ name, share: byNumber.get(index + 1) }))
  const choice = await findChoice(ports.db, donationId)
  const { timeZone } = item
  return {
    campaign: frozen.donation.campaignName,
    animal: item.animal,
    country: item.country,
    currency: frozen.currency,
    performedFrom: dated.window.performedFrom,
    performedUntil: dated.window.performedUntil,
    confirmBy: confirmationEnds(dated.window, { timeZone, days: ports.qurbaniConfirmDays }).lastDay,
    // After the allocation is frozen, shares that were refunded before have no animal and aren't listed.
    shares: (shares.length > 0 ? ordered.filter(({ share }) => share) : ordered).map(({ name, share }) => ({
      name,
      performedOn: share?.performedOn ?? null,
      hijri: share?.performedOn ? formatHijriIn(months, share.performedOn, locale) : null,
      place: share?.place ?? null,
    })),
    choice: choice
      ? {
          chooseBefore: chooseBefore(choice.endsAt),
          isOpen: choice.choice === null && choice.endsAt > ports.clock(),
          chosen: choice.choice ?? (choice.endsAt > ports.clock() ? null : ('sadaqah' as const)),
          unperformed: frozen.unperformed,
          refund: choice.settledAt ? (choice.amount ?? 0n) : frozen.refund,
          sadaqah: choice.settledAt ? (choice.amount ?? 0n) : frozen.sadaqah,
        }
      : null,
  }
}
