import { one, required } from '#shared/collections.ts'
import type { Db } from '#shared/ports.ts'
import { isLocale } from '#shared/text.ts'
import { findCampaigns } from '#modules/causes/campaigns/index.ts'
import type { UsesOf } from '#modules/money/cards/index.ts'
import { monthsFor } from '#modules/recurring/plans/index.ts'
import { wordsOf } from './mails/words.ts'
import { usesOfCards } from './notice-queries.ts'

/**
 * For the mail that a card is about to expire: plans it pays, and the last donation before the expiry (recurring-14).
 */
export const plansOfCards =
  (ports: { readonly productName: string }): UsesOf =>
  async (db: Db, cards) => {
    const ends = cards.map(({ id, expYear, expMonth }) => ({ id, endsAt: new Date(Date.UTC(expYear, expMonth, 1)) }))
    const uses = await usesOfCards(db, ends)
    const campaigns = await findCampaigns(db, [
      ...new Set(uses.flatMap(({ causes }) => causes.map(({ campaignId }) => BigInt(campaignId)))),
    ])
    const groups = [...new Set(uses.map(({ calendar }) => calendar))]
    const months = new Map(
      await Promise.all(groups.map(async (calendar) => [calendar, await monthsFor({ db }, calendar)] as const)),
    )
    const blocks = cards.flatMap(({ id, locale }) => {
      const its = uses.filter(({ cardId }) => cardId === id)
      if (its.length === 0) return []
      const speaking = (use: (typeof its)[number]) =>
        wordsOf(use, {
          locale: isLocale(locale) ? locale : 'en',
          productName: ports.productName,
          months: required(months.get(use.calendar), 'calendar'),
        })
      const rows = its.map((use) => {
        const words = speaking(use)
        const named = use.causes.flatMap(
          ({ campaignId }) => campaigns.find((campaign) => String(campaign.id) === campaignId) ?? [],
        )
        const last =
          use.lastOn === null
            ? words.t('card-use.none')
            : words.t('card-use.last', { amount: words.exact(BigInt(use.amount ?? 0)), day: words.both(use.lastOn) })
        return [words.plan(named), last] as const
      })
      const { t } = speaking(one(its))
      return [[id, [{ kind: 'facts', title: t('card-use.title'), rows }]] as const] as const
    })
    return new Map(blocks)
  }
