import { endOfDayIn } from '#shared/date-arithmetic.ts'
import type { CampaignFrequency, CampaignPaymentMethod } from '#modules/causes/campaigns/index.ts'
import { isLocalDate } from '#shared/calendar.ts'
import {
  frequencyCodes,
  frequencyNames,
  type PageContent,
  paymentMethodCodes,
  paymentMethodNames,
  untitled,
} from './rules/page-content.ts'

/**
 * Returns when a page stops accepting donations: 23:59:59 of its last day in the charity's time zone (S2 §9); null
 * without an end.
 */
export const endOf = (content: Pick<PageContent, 'enableEndDate' | 'endDate'>, timeZone: string): Date | null =>
  content.enableEndDate && isLocalDate(content.endDate) ? endOfDayIn(timeZone, content.endDate) : null

/** Returns the goal in minor units; null if there is none or it is turned off. */
export const goalOf = (content: Pick<PageContent, 'enableGoal' | 'donationGoal'>): number | null =>
  content.enableGoal ? content.donationGoal : null

/** Returns the frequencies of donations; yearly is offered wherever monthly is (recurring-21). */
export const frequenciesOf = (content: Pick<PageContent, 'frequencies'>): CampaignFrequency[] => [
  ...frequencyNames.filter((name) => content.frequencies[name]).map((name) => frequencyCodes[name]),
  ...(content.frequencies.monthly ? (['year'] as const) : []),
]

/** Converts a page's content to columns of its campaign, without the slug, which never changes (pages-2). */
export const columnsOfPage = (content: PageContent, timeZone: string) => {
  const goal = goalOf(content)
  return {
    name: content.title || untitled,
    tagline: content.tagline,
    story: content.description,
    category: content.category || 'community',
    location: content.location,
    country: content.country || null,
    language: content.language,
    currency: content.currency,
    goal: goal === null ? null : BigInt(goal),
    ends_at: endOf(content, timeZone),
    cover_id: content.image || null,
    cover_alt: content.imageAlt,
    tips_enabled: content.tipsEnabled,
    listed: content.listed,
    impacts: JSON.stringify(content.impacts.toSorted((a, b) => a.amount - b.amount)),
    frequencies: frequenciesOf(content),
    payment_methods: paymentMethodNames
      .filter((name) => content.paymentMethods[name])
      .map((name): CampaignPaymentMethod => paymentMethodCodes[name]),
  }
}
