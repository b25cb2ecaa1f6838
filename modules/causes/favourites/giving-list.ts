import { cardOf, cardsOf } from '#modules/causes/campaigns/index.ts'
import type { Ports } from '#shared/ports.ts'
import { type Favourite, listFavourites } from './queries.ts'

/** Returns the cards of an account's Giving List, last added first, including ended fundraisers. */
export async function givingList(
  ports: Ports,
  accountId: string,
  { limit, before }: { limit: number; before?: string | undefined },
) {
  const rows = await listFavourites(ports, accountId, limit + 1, cursorOf(before))
  const page = rows.slice(0, limit)
  const cards = await cardsOf(
    ports,
    page.map((row) => row.campaignId),
  )
  const byId = new Map(cards.map((card) => [card.id, card]))
  const now = ports.clock()
  const last = page.at(-1)
  return {
    campaigns: page.flatMap(({ campaignId }) => {
      const card = byId.get(campaignId)
      return card ? [cardOf(card, now)] : []
    }),
    next: rows.length > limit && last ? `${last.addedAt.getTime()}_${last.campaignId}` : null,
  }
}

function cursorOf(text: string | undefined): Favourite | undefined {
  const [, instant, campaignId] = /^(\d{1,15})_(\d{1,18})$/.exec(text ?? '') ?? []
  return campaignId ? { addedAt: new Date(Number(instant)), campaignId: BigInt(campaignId) } : undefined
}
