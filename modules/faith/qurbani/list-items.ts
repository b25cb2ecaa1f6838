import { hijriOf, localDateIn } from '#shared/calendar.ts'
import type { CalendarGroup } from '#modules/platform/addresses/rules/calendar-group.ts'
import type { HijriMonths } from '#shared/hijri.ts'
import { Problem } from '#shared/problem.ts'
import { getCampaignForDonation } from '#modules/causes/campaigns/index.ts'
import { donationRefusal } from '#modules/causes/campaigns/rules/open.ts'
import {
  campaignExists,
  findItem,
  findItems,
  type Item,
  listCampaignsWithItems,
  listItems,
  listOffered,
} from './item-queries.ts'
import type { QurbaniPorts } from './ports.ts'
import { nextOpening, orderWindow, type OrderWindow, windowState } from './rules/order-window.ts'

/** An item with its order window. */
export type DatedItem = { readonly item: Item; readonly window: OrderWindow }

/** Maximum number of items in the public list. */
const offersMax = 500

export const currentHijriYear = (now: Date): number => hijriOf(localDateIn('UTC', now)).year

/** Maximum number of fundraisers with items, more than there have ever been. */
const campaignsMax = 500

/** Lists the fundraisers that have items, for reviewers. */
export const listItemCampaigns = (ports: QurbaniPorts) => listCampaignsWithItems(ports.db, campaignsMax)

/** Returns the items of a fundraiser in a Hijri year, each with its window by the announced months. */
export async function listYear(
  ports: QurbaniPorts,
  input: { readonly campaignId: bigint; readonly hijriYear: number },
): Promise<DatedItem[]> {
  if (!(await campaignExists(ports.db, input.campaignId))) throw new Problem('not-found', 'campaign-not-found')
  return withWindows(ports, await listItems(ports.db, input))
}

export async function getItem(
  ports: QurbaniPorts,
  ids: { readonly campaignId: bigint; readonly levelId: bigint },
): Promise<DatedItem> {
  const item = await findItem(ports.db, ids)
  const [dated] = item ? await withWindows(ports, [item]) : []
  if (!dated) throw new Problem('not-found', 'qurbani-item-not-found')
  return dated
}

/** An item that can be ordered now or later, with the address of its fundraiser. */
export type Offer = DatedItem & { readonly campaign: string }

/** Lists items that can be ordered now or later, of fundraisers that may receive donations. */
export async function listOffers(
  ports: QurbaniPorts,
): Promise<{ readonly open: Offer[]; readonly upcoming: Offer[]; readonly nextOpening: Date | undefined }> {
  const now = ports.clock()
  const year = currentHijriYear(now)
  const items = await listOffered(ports.db, { years: [year - 1, year, year + 1], limit: offersMax })
  const addresses = await receivingCampaigns(ports, items, now)
  const offers = (await withWindows(ports, items)).flatMap((dated): Offer[] => {
    const campaign = addresses.get(dated.item.campaignId)
    return campaign === undefined ? [] : [{ ...dated, campaign }]
  })
  const inState = (state: 'open' | 'upcoming') => offers.filter(({ window }) => windowState(window, now) === state)
  const windows = offers.map(({ window }) => window)
  return { open: inState('open'), upcoming: inState('upcoming'), nextOpening: nextOpening(windows, now) }
}

/** Returns an offered item of a fundraiser that may receive donations, whether or not its window is open. */
export async function getOffer(ports: QurbaniPorts, levelId: bigint): Promise<Offer> {
  const items = (await findItems(ports.db, [levelId])).filter(({ isOffered }) => isOffered)
  const addresses = await receivingCampaigns(ports, items, ports.clock())
  const [dated] = await withWindows(ports, items)
  const campaign = dated && addresses.get(dated.item.campaignId)
  if (!dated || campaign === undefined) throw new Problem('not-found', 'qurbani-item-not-found')
  return { ...dated, campaign }
}

/** Returns the addresses of the items' fundraisers that may receive donations now. */
async function receivingCampaigns(
  ports: QurbaniPorts,
  items: readonly Item[],
  now: Date,
): Promise<Map<bigint, string>> {
  const ids = [...new Set(items.map(({ campaignId }) => campaignId))]
  const campaigns = await Promise.all(ids.map((id) => getCampaignForDonation(ports, id)))
  return new Map(
    campaigns.flatMap((campaign) =>
      campaign && !donationRefusal(campaign, now) ? [[campaign.id, campaign.slug] as const] : [],
    ),
  )
}

/** Adds each item's window by the announced months. */
export async function withWindows(ports: QurbaniPorts, items: readonly Item[]): Promise<DatedItem[]> {
  const months = new Map<CalendarGroup, HijriMonths>()
  for (const { calendar } of items)
    if (!months.has(calendar)) months.set(calendar, await ports.hijriMonthsOf(ports.db, calendar))
  return items.flatMap((item) => {
    const ofItem = months.get(item.calendar)
    return ofItem ? [{ item, window: orderWindow(item, ofItem) }] : []
  })
}
