import { endOfDayIn } from '#shared/date-arithmetic.ts'
import { type EditedCampaign, plainTextOf } from '#modules/causes/campaigns/index.ts'
import { normalizeName } from '#modules/platform/identity/rules/name.ts'
import { issuersOf } from '#modules/causes/organizations/index.ts'
import { isLocalDate, localDateIn } from '#shared/calendar.ts'
import type { Currency } from '#shared/money.ts'
import type { Db } from '#shared/ports.ts'
import { categories } from '#modules/causes/campaigns/rules/category.ts'
import { allCountryCodes } from '#modules/platform/addresses/rules/countries.ts'
import type { Fault } from '#shared/problem.ts'
import type { Submission } from './queries/submissions.ts'
import {
  type DraftContent,
  type DraftData,
  type DraftField,
  storyLanguages,
  wholeAmount,
  wholeAmountText,
} from './rules/draft.ts'
import { toImpacts } from './rules/typed-impacts.ts'
import type { FundraiserState } from './rules/states.ts'

/** A draft with the data for its form and preview. */
export type OpenDraft = {
  readonly campaign: EditedCampaign
  readonly organizationName: string
  readonly timeZone: string
  /** 0 if no change was saved yet. */
  readonly version: number
  readonly content: DraftContent
  /** Minor units raised so far. */
  readonly raised: bigint
  readonly changedAt: Date | null
  /** Whether the public fundraiser has the same content. */
  readonly published: boolean
  readonly state: FundraiserState
  /** The last submission. */
  readonly submission: Submission | undefined
  readonly missing: Partial<Record<DraftField, Fault>>
  readonly wrong: Partial<Record<DraftField, Fault>>
}

const majorOf = (amount: bigint | null, currency: Currency): string =>
  amount === null ? '' : wholeAmountText(amount, currency)

/** Converts a fundraiser to the content of its form. */
export const contentOf = (campaign: EditedCampaign, timeZone: string): DraftContent => ({
  title: campaign.name,
  tagline: campaign.tagline,
  category: campaign.category,
  location: campaign.location,
  country: campaign.country ?? '',
  language: campaign.language,
  goal: majorOf(campaign.goal, campaign.currency),
  endDate: campaign.endsAt === null ? '' : localDateIn(timeZone, campaign.endsAt),
  story: campaign.story,
  coverId: campaign.coverId ?? '',
  coverAlt: campaign.coverAlt,
  gallery: campaign.gallery,
  isZakatRequested: campaign.isZakatRequested,
  minimumDonation: majorOf(campaign.minimumDonation, campaign.currency),
  tipsEnabled: campaign.tipsEnabled,
  impacts: campaign.impacts.map(({ amount, text }) => ({
    amount: wholeAmountText(BigInt(amount), campaign.currency),
    text,
  })),
})

/** Returns the charity's name and time zone. */
export async function charityOf(
  db: Db,
  organizationId: bigint,
): Promise<{ organizationName: string; timeZone: string }> {
  const [charity] = await issuersOf(db, [organizationId])
  return { organizationName: charity?.name ?? '', timeZone: charity?.timeZone ?? 'UTC' }
}

/** Returns the data that the rules need besides a draft's content. */
export const draftValuesOf = (
  content: DraftContent,
  input: { currency: Currency; timeZone: string; now: Date },
): DraftData => ({
  currency: input.currency,
  today: localDateIn(input.timeZone, input.now),
  storyLength: [...plainTextOf(content.story)].length,
})

/**
 * Converts a draft's content to columns; invalid values keep the earlier ones. An end date is the last second of its
 * day in the charity's time zone (S2 §9).
 */
export function columnsOf(content: DraftContent, campaign: EditedCampaign, timeZone: string) {
  const currency = campaign.currency
  const before = contentOf(campaign, timeZone)
  const amountOf = (field: 'goal' | 'minimumDonation') => {
    if (content[field] === before[field]) return campaign[field]
    return content[field] === '' ? null : (wholeAmount(content[field], currency)?.amount ?? campaign[field])
  }
  const endsAt = () => {
    // An unchanged date keeps its instant, even if the time zone has changed since.
    if (content.endDate === before.endDate) return campaign.endsAt
    if (content.endDate === '') return null
    return isLocalDate(content.endDate) ? endOfDayIn(timeZone, content.endDate) : campaign.endsAt
  }
  const country =
    content.country === '' || allCountryCodes.includes(content.country) ? content.country : campaign.country
  return {
    name: normalizeName(content.title) || campaign.name,
    tagline: normalizeName(content.tagline),
    category: (categories as readonly string[]).includes(content.category) ? content.category : campaign.category,
    location: normalizeName(content.location),
    country: country || null,
    language: (storyLanguages as readonly string[]).includes(content.language) ? content.language : campaign.language,
    goal: amountOf('goal'),
    ends_at: endsAt(),
    story: content.story,
    cover_id: content.coverId || null,
    cover_alt: normalizeName(content.coverAlt),
    zakat_requested: content.isZakatRequested,
    minimum_donation: amountOf('minimumDonation'),
    tips_enabled: content.tipsEnabled,
    impacts: JSON.stringify(toImpacts(content.impacts, currency) ?? campaign.impacts),
  }
}
