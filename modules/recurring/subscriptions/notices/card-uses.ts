import { one, required } from '#shared/collections.ts'
import { isLocale } from '#shared/text.ts'
import { findCampaigns } from '#modules/causes/campaigns/index.ts'
import type { DonorOfCard, PlansOfCards } from '#modules/money/cards/index.ts'
import { firstNameOf } from '#modules/platform/identity/rules/name.ts'
import { accountLink, manageLink } from '../agreement/managing/links.ts'
import { monthsFor } from '#modules/recurring/plans/index.ts'
import { wordsOf } from './mails/words.ts'
import { donorsOfPlanCards, usesOfCards } from './card-use-queries.ts'
import type { NoticePorts } from './ports.ts'

/**
 * Finds, for the mail before a card expires, the plans that it pays, their last donation before the expiry, and for a
 * plan's own card the donor and the page of the plan (recurring-14).
 */
export const plansOfCards = (ports: NoticePorts): PlansOfCards => ({
  usesOf: (db, cards) => usesOf(ports, db, cards),
  donorsOf: async (db, planIds) =>
    new Map(
      (await donorsOfPlanCards(db, planIds)).map(({ plan, email, firstName, locale }): [string, DonorOfCard] => [
        plan.id,
        {
          email,
          firstName: plan.guestId === null ? firstName.trim() : firstNameOf(firstName),
          locale,
          url: plan.guestId === null ? accountLink(ports, plan.id) : manageLink(ports, plan),
        },
      ]),
    ),
})

const usesOf = async (
  ports: Pick<NoticePorts, 'productName'>,
  ...[db, cards]: Parameters<PlansOfCards['usesOf']>
): ReturnType<PlansOfCards['usesOf']> => {
  const ends = cards.map(({ id, expYear, expMonth }) => ({ id, endsAt: new Date(Date.UTC(expYear, expMonth, 1)) }))
  const uses = await usesOfCards(db, ends)
  const campaigns = await findCampaigns(db, [
    ...new Set(uses.flatMap(({ causes }) => causes.map(({ campaignId }) => BigInt(campaignId)))),
  ])
  const groups = [...new Set(uses.map(({ calendar }) => calendar))]
  const months = new Map(
    await Promise.all(groups.map(async (calendar) => [calendar, await monthsFor({ db }, calendar)] as const)),
  )
  const blocks = cards.flatMap(({ id, donor: { locale } }) => {
    const usesOfCard = uses.filter(({ cardId }) => cardId === id)
    if (usesOfCard.length === 0) return []
    const wordsOfUse = (use: (typeof usesOfCard)[number]) =>
      wordsOf(use, {
        locale: isLocale(locale) ? locale : 'en',
        productName: ports.productName,
        months: required(months.get(use.calendar), 'calendar'),
      })
    const rows = usesOfCard.map((use) => {
      const words = wordsOfUse(use)
      const campaignSummaries = use.causes.flatMap(
        ({ campaignId }) => campaigns.find((campaign) => String(campaign.id) === campaignId) ?? [],
      )
      const last =
        use.lastOn === null
          ? words.t('card-use.none')
          : words.t('card-use.last', { amount: words.amount(BigInt(use.amount ?? 0)), day: words.both(use.lastOn) })
      return [words.plan(campaignSummaries), last] as const
    })
    const { t } = wordsOfUse(one(usesOfCard))
    return [[id, [{ kind: 'facts', title: t('card-use.title'), rows }]] as const] as const
  })
  return new Map(blocks)
}
