import { cardOf, cardsOf } from '#modules/causes/campaigns/index.ts'
import type { Ports } from '#shared/ports.ts'
import { adVariantsOf, documentsOf } from './queries/collections.ts'
import type { SearchHit } from './queries/search.ts'
import type { CardOverrides } from './rules/overrides.ts'
import type { ShownCampaign } from './views.ts'

/** The ports that cards need in addition to the common ones. */
export type DiscoveryPorts = Ports & { readonly cardOverrides: CardOverrides }

/** Returns the cards of search results in order, with the ad variants of one spot and the operator's overrides. */
export async function showCards(
  ports: DiscoveryPorts,
  found: readonly SearchHit[],
  adSpot: string,
): Promise<ShownCampaign[]> {
  if (found.length === 0) return []
  const ids = found.map(({ campaignId }) => campaignId)
  const [rows, variants] = await Promise.all([cardsOf(ports, ids), adVariantsOf(ports, ids, adSpot)])
  const rowById = new Map(rows.map((row) => [row.id, row]))
  const variantsById = Map.groupBy(variants, (variant) => variant.campaignId)
  const now = ports.clock()
  return found.flatMap((one) => {
    const row = rowById.get(one.campaignId)
    if (!row) return []
    const adVariants = (variantsById.get(row.id) ?? []).map(({ creativeType, creativeUrl }) => ({
      creativeType,
      creativeUrl,
    }))
    return [
      {
        card: { ...cardOf(row, now), adVariants, ...ports.cardOverrides.get(row.id.toString()) },
        userId: row.userId,
        found: one,
      },
    ]
  })
}

/** Returns the cards of the given campaigns in order; those not public are left out. */
export async function showCardsById(
  ports: DiscoveryPorts,
  ids: readonly bigint[],
  adSpot: string,
): Promise<ShownCampaign[]> {
  const byId = new Map((await documentsOf(ports, ids)).map((found) => [found.campaignId, found]))
  return showCards(
    ports,
    [...new Set(ids)].flatMap((id) => byId.get(id) ?? []),
    adSpot,
  )
}
