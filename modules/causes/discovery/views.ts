import { numberFormat } from '#shared/formats.ts'
import type { CampaignCard } from '#modules/causes/campaigns/contract.ts'
import { campaignPictureOf } from '#modules/causes/campaigns/rules/category.ts'
import { type Currency, money, toMajor } from '#shared/money.ts'
import type { OlderCard, OlderOrganizationCard, OrganizationCard } from './contract.ts'
import type { Charity } from './queries/collections.ts'
import type { SearchHit } from './queries/search.ts'
import { countryCentres } from './rules/country-centres.ts'

export type ShownCampaign = { readonly card: CampaignCard; readonly userId: string; readonly found: SearchHit }

const centreOf = (country: string | null) => (country === null ? undefined : countryCentres[country])

const symbolOf = (currency: string): string =>
  numberFormat('en', { style: 'currency', currency, currencyDisplay: 'narrowSymbol' })
    .formatToParts(0)
    .find(({ type }) => type === 'currency')?.value ?? currency
const major = (minor: bigint, currency: Currency): string => toMajor(money(minor, currency))

/** Converts a card to the older spelling (S1 §3 "Featured card") of `/api`. */
export const olderCardOf = ({ card, userId, found }: ShownCampaign): OlderCard => ({
  ID: card.id,
  Name: card.name,
  Slug: card.slug,
  Tags: [...found.tags],
  PledgeAmount: major(card.pledgeAmount, card.currencyCode),
  Goal: card.goal === null ? null : major(card.goal, card.currencyCode),
  ModifiedDate: found.changedAt,
  Latitude: centreOf(card.country)?.[0] ?? null,
  Longitude: centreOf(card.country)?.[1] ?? null,
  CurrencyCode: card.currencyCode,
  CurrencySymbol: symbolOf(card.currencyCode),
  EndDate: card.endDate,
  Status: card.status,
  FundingOption: 1,
  IsFeatured: found.isFeatured,
  IsSponsored: card.adVariants.length > 0,
  UserID: userId,
  UserName: card.userName,
  UserImageURL: card.userImageUrl,
  DaysLeft: card.daysLeft,
  DonationCount: card.donationCount,
  FundedPercentage: card.fundedPercentage,
  ZakatApproved: card.zakatApproved,
  Location: card.location,
  ImageURL: card.imageUrl,
  AdVariants: card.adVariants.map(({ creativeType, creativeUrl }) => ({
    CreativeType: creativeType,
    CreativeURL: creativeUrl,
  })),
  Seed: 0,
  IsFavorite: false,
})

/** A charity's picture is that of its general fund, which has its slug (content-1). */
export const organizationCardOf = (charity: Charity): OrganizationCard => ({
  id: charity.id.toString(),
  slug: charity.slug,
  imageUrl: campaignPictureOf(charity),
  name: charity.name,
  nameAr: charity.nameAr,
})

export const olderOrganizationCardOf = (card: OrganizationCard): OlderOrganizationCard => ({
  ID: card.id,
  Slug: card.slug,
  ImageURL: card.imageUrl,
  Name: card.name,
})
