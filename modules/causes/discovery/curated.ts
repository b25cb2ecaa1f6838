import { one } from '#shared/collections.ts'
import { type ListedKind, type ChosenCampaign, chosenCampaigns, findChosen } from '#modules/causes/campaigns/index.ts'
import type { Ports } from '#shared/ports.ts'
import { Problem } from '#shared/problem.ts'
import { featuredIn, findChangedAdSpots } from './queries/featured.ts'
import { allAdVariants, allEvents, allItemsOf, findEvent, findOwnList, ownLists } from './queries/lists.ts'
import { adSpots, parseCampaignReference } from './rules/ad-spots.ts'

const shownMax = 300

const viewOf = ({ id, slug, name, language, kind, status, endsAt }: ChosenCampaign, now: Date) => ({
  id: id.toString(),
  slug,
  name,
  language,
  kind,
  isOpen: status === 1 && (endsAt === null || endsAt > now),
})

const viewsOf = async (ports: Ports, ids: readonly bigint[]) =>
  (await chosenCampaigns(ports.db, ids)).map((chosenCampaign) => viewOf(chosenCampaign, ports.clock()))

const spotsOf = async (ports: Ports): Promise<string[]> => [
  ...new Set<string>([...adSpots, ...(await findChangedAdSpots(ports.db))]),
]

/** Returns the fundraiser for a typed number, slug or URL, optionally of one kind. */
export async function findCampaignByText(
  ports: Ports,
  input: { readonly text: string; readonly kind?: ListedKind | undefined },
) {
  const wrong = (code: string) => new Problem('validation', code, { fields: { campaign: { code } } })
  if (input.text.trim() === '') throw wrong('campaign-missing')
  const campaignReference = parseCampaignReference(input.text)
  const chosenCampaign = campaignReference ? await findChosen(ports.db, campaignReference) : undefined
  if (!chosenCampaign || (input.kind && chosenCampaign.kind !== input.kind))
    throw wrong(input.kind === 'general-fund' ? 'charity-not-found' : 'campaign-not-found')
  return viewOf(chosenCampaign, ports.clock())
}

export const featuredOf = async (ports: Ports, adSpot: string) => ({
  adSpots: await spotsOf(ports),
  fundraisers: await viewsOf(ports, await featuredIn(ports.db, adSpot, 'fundraiser')),
  charities: await viewsOf(ports, await featuredIn(ports.db, adSpot, 'general-fund')),
})

export const listsAndEvents = async (ports: Ports) => ({
  lists: (await ownLists(ports.db, shownMax)).map((list) => ({ ...list, id: list.id.toString() })),
  events: [...(await allEvents(ports.db, shownMax))],
})

export async function curatedList(ports: Ports, listId: string) {
  const list = await findOwnList(ports.db, BigInt(listId))
  if (!list) throw new Problem('not-found', 'list-not-found')
  return {
    id: list.id.toString(),
    title: list.title,
    campaigns: await viewsOf(ports, await allItemsOf(ports.db, list.id)),
  }
}

export async function curatedEvent(ports: Ports, slug: string) {
  const event = await findEvent(ports.db, { slug })
  if (!event) throw new Problem('not-found', 'event-not-found')
  const { id: _, listId, ...words } = event
  return { ...words, campaigns: await viewsOf(ports, await allItemsOf(ports.db, listId)) }
}

/** Returns ad variants by spot. */
export async function curatedVariants(ports: Ports) {
  const variants = await allAdVariants(ports.db, shownMax * 10)
  const campaigns = new Map(
    (await viewsOf(ports, [...new Set(variants.map(({ campaignId }) => campaignId))])).map((view) => [view.id, view]),
  )
  const cards = [...Map.groupBy(variants, ({ adSpot, campaignId }) => `${adSpot} ${campaignId}`).values()]
  return {
    adSpots: await spotsOf(ports),
    cards: cards.flatMap((theirs) => {
      const campaign = campaigns.get(one(theirs).campaignId.toString())
      const shown = theirs.map(({ creativeType, creativeUrl }) => ({ creativeType, creativeUrl }))
      return campaign ? [{ campaign, adSpotType: one(theirs).adSpot, variants: shown }] : []
    }),
  }
}
