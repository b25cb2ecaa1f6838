import type { RenderContext } from '#server/pages/render-context.ts'
import { isProblem } from '#shared/problem.ts'
import { activeStatus } from '#modules/causes/campaigns/rules/open.ts'
import { wholeShare } from '#modules/recurring/agreement/rules/portions.ts'
import { required } from '#shared/collections.ts'
import { evenPercents, shareOf } from '../../features/recurring/agreement/wizard/percent.ts'
import type { Wish, WishedCause } from '../../features/recurring/agreement/wizard/wish.ts'

/** A fundraiser that can be given to regularly. */
export type CauseFacts = {
  readonly id: string
  readonly name: string
  readonly organizationName: string
  readonly zakatVerified: boolean
  readonly giftAid: boolean
  readonly taxReceiptCountries: readonly string[]
  readonly imageUrl: string | null
}
export type Chosen = { readonly causes: readonly CauseFacts[]; readonly lost: boolean }

/** What is known of the causes that were chosen; one that has closed or takes another currency is lost. */
export async function chosenCauses({ api }: RenderContext, wish: Wish): Promise<Chosen> {
  if (!wish.choosesCauses) return { causes: [], lost: false }
  const found = await Promise.all(
    wish.causes.map(async ({ id }) => {
      try {
        const { name, organizationName, zakatVerified, giftAid, taxReceiptCountries, currencyCode, open } = await api(
          'GET /v4/campaigns/:campaignId/basics',
          {
            campaignId: id,
          },
        )
        return open && currencyCode === wish.currency
          ? { id, name, organizationName, zakatVerified, giftAid, taxReceiptCountries, imageUrl: null }
          : undefined
      } catch (error) {
        if (!isProblem(error)) throw error
        return undefined
      }
    }),
  )
  const causes = found.filter((cause) => cause !== undefined)
  return { causes, lost: causes.length < found.length }
}

/**
 * The causes that are still there with their shares. Those that share evenly do so again with one more or less, and so
 * they do where it is asked for; shares that somebody chose are theirs to mend.
 */
export function withShares(wish: Wish, { causes }: Chosen, isEven: boolean): WishedCause[] {
  const kept = wish.causes.filter(({ id }) => causes.some((cause) => cause.id === id))
  const said = wish.causes.filter(({ percent }) => percent !== '')
  const isUntouched = evenPercents(Math.max(1, said.length)).every(
    (percent, index) => said.length === 0 || said[index]?.percent === percent,
  )
  if (!isEven && !(isUntouched && (said.length < wish.causes.length || kept.length < wish.causes.length))) return kept
  const even = evenPercents(Math.max(1, kept.length))
  return kept.map(({ id }, index) => ({ id, percent: required(even[index]) }))
}

/** Sentences for a choice without any cause, and for a share that cannot be read. */
export type CauseSentences = { readonly none: string; readonly unread: string }

/** What is wrong with a choice of causes, by the ids of its controls. */
export function causesIn(
  frame: Pick<RenderContext, 'sentencesOf'>,
  wish: Wish,
  sentences: CauseSentences,
): Readonly<Record<string, string>> {
  if (!wish.choosesCauses) return {}
  if (wish.causes.length === 0) return { causes: sentences.none }
  const unread = wish.causes.filter(({ percent }) => shareOf(percent) === undefined)
  if (unread.length > 0) return Object.fromEntries(unread.map(({ id }) => [`share-${id}`, sentences.unread]))
  const shares = wish.causes.flatMap(({ percent }) => shareOf(percent) ?? [])
  const whole = shares.reduce((sum, share) => sum + share, 0)
  return whole !== wholeShare || shares.includes(0) ? frame.sentencesOf({ causes: { code: 'shares-not-whole' } }) : {}
}

const shown = 12
const pages = 3

/**
 * Fundraisers of a currency for some words, and the currencies that open ones take. The search itself knows no
 * currency, so a few pages are read.
 */
export async function findCauses(
  { api }: RenderContext,
  of: { readonly q: string; readonly currency: string; readonly without: readonly string[] },
) {
  const found: CauseFacts[] = []
  const currencies = new Set<string>([of.currency])
  let offset = 0
  for (let page = 0; page < pages; page++) {
    const { results, next } = await api('GET /v4/discovery/cards', { q: of.q, limit: 100, offset })
    for (const card of results) {
      currencies.add(card.currencyCode)
      if (card.currencyCode !== of.currency || of.without.includes(card.id) || card.status !== activeStatus) continue
      found.push({
        id: card.id,
        name: card.name,
        organizationName: card.organizationName,
        zakatVerified: card.zakatApproved,
        giftAid: card.giftAid,
        taxReceiptCountries: [],
        imageUrl: card.imageUrl,
      })
    }
    if (next === null || (found.length >= shown && of.q !== '')) break
    offset = next
  }
  return { found: found.slice(0, shown), currencies: [...currencies].sort() }
}
