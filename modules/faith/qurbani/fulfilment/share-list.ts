import type { LocalDate } from '#shared/calendar.ts'
import { type PaidQurbaniOrder, listQurbaniOrders } from '#modules/money/giving/index.ts'
import { namesOfShares } from '#modules/money/giving/rules/qurbani-order.ts'
import { type DatedItem, getItem } from '../list-items.ts'
import { orderedShares } from '../rules/animals.ts'
import type { ListedShare } from './rules/frozen-shares.ts'
import type { UnperformedChoice } from '../rules/unperformed.ts'
import { allocateItem } from './allocate-item.ts'
import { confirmationEnds } from './request-choices.ts'
import { listChoices } from './choice-queries.ts'
import type { FulfilmentPorts } from './ports.ts'
import { findAllocation, listShares } from './share-queries.ts'

/** A share in the charity's list. The name is null for a free place or an erased donor. */
export type NamedShare = ListedShare & {
  readonly name: string | null
  readonly performedOn: LocalDate | null
  readonly place: string | null
  /** If the share wasn't performed in time: the donor's choice, or that they were asked. */
  readonly outcome: UnperformedChoice | 'awaiting-choice' | null
}

export type ShareList = DatedItem & {
  /** Whether the item has closed and its allocation is frozen; before, shares may still change. */
  readonly isFinal: boolean
  /** The last day on which shares can be confirmed before their donors are asked. */
  readonly confirmBy: LocalDate
  /** Sorted by number. */
  readonly shares: readonly NamedShare[]
}

/** Reads the shares of an item by animal, with names: the frozen allocation, or the current orders. */
export async function readShareList(
  ports: FulfilmentPorts,
  ids: { readonly campaignId: bigint; readonly levelId: bigint },
): Promise<ShareList> {
  const dated = await getItem(ports, ids)
  const { item, window } = dated
  const isFinal = (await findAllocation(ports.db, ids.levelId)) !== undefined
  const shares = isFinal
    ? await listShares(ports.db, ids.levelId)
    : (await allocateItem(ports.db, item)).map((share) => ({ ...share, performedOn: null, place: null }))
  const orders = new Map((await listQurbaniOrders(ports.db, item)).map((order) => [order.id, order]))
  const choices = new Map(
    (await listChoices(ports.db, [...orders.keys()])).map((choice) => [choice.donationId, choice]),
  )
  const names = new Map(
    [...orders].map(([id, order]) => [id, shareNamesOf(order, orderedShares(item, order.quantity))]),
  )
  return {
    ...dated,
    isFinal,
    confirmBy: confirmationEnds(window, { timeZone: item.timeZone, days: ports.qurbaniConfirmDays }).lastDay,
    shares: shares.map((share) => {
      const choice = share.donationId && share.performedOn === null ? choices.get(share.donationId) : undefined
      const name = share.donationId ? names.get(share.donationId)?.[(share.shareOfOrder ?? 1) - 1] : undefined
      return { ...share, name: name ?? null, outcome: choice ? (choice.choice ?? 'awaiting-choice') : null }
    }),
  }
}

/** Returns the names of an order's shares; null for an erased donor. */
export const shareNamesOf = (order: PaidQurbaniOrder, shares: number): (string | null)[] =>
  namesOfShares(order.names, shares, order.donorName ?? '').map((name) => name || null)

/** Counts the shares of a list. */
export const countShares = (shares: readonly NamedShare[]) => ({
  animals: new Set(shares.flatMap(({ animal }) => animal ?? [])).size,
  ordered: shares.filter(({ donationId }) => donationId !== null).length,
  free: shares.filter(({ donationId }) => donationId === null).length,
  performed: shares.filter(({ performedOn }) => performedOn !== null).length,
  /** Ordered shares without a result yet. */
  unconfirmed: shares.filter(
    ({ donationId, performedOn, outcome }) =>
      donationId !== null && performedOn === null && outcome !== 'refund' && outcome !== 'sadaqah',
  ).length,
})

/** Returns the shares of the next animals after one; the last page also has those without an animal. */
export function pageOfAnimals(
  shares: readonly NamedShare[],
  { after, limit }: { readonly after: number; readonly limit: number },
): { readonly shares: readonly NamedShare[]; readonly next: number | null } {
  const animals = [...new Set(shares.flatMap(({ animal }) => animal ?? []))].filter((animal) => animal > after)
  const last = animals[limit - 1]
  const isLastPage = animals.length <= limit
  return {
    shares: shares.filter(({ animal }) =>
      animal === null ? isLastPage : animal > after && (last === undefined || animal <= last),
    ),
    next: isLastPage || last === undefined ? null : last,
  }
}
