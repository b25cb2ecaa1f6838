import type { CampaignDetails } from './contract-project.ts'
import type { MinimalProject, ProjectReward, Reward } from './contract-for-donation.ts'
import type { CampaignCard, CampaignPage, LevelView, News } from './contract.ts'
import type { CardRow } from './queries/cards.ts'
import type { CampaignForDonation } from './queries/donation.ts'
import type { Level } from './levels/levels.ts'
import type { NewsRow, PageRow } from './queries/page.ts'
import { money, toMajor } from '#shared/money.ts'
import { canReceiveDonations } from '#modules/causes/organizations/rules/verification.ts'
import { minimumAmount } from '#modules/platform/currencies/rules/amounts.ts'
import { pictureUrl } from '#modules/platform/media/rules/address.ts'
import { richTextOf } from './rich-text.ts'
import { campaignPictureOf } from './rules/category.ts'
import { type ShareData, shareImageUrl } from './rules/share.ts'
import { donationRefusal, isOpen } from './rules/open.ts'
import { isSoldOut, remainingOf } from './rules/level.ts'
import { optionsOf, optionsOnWire } from './rules/level-fields.ts'
import { daysLeft, fundedPercentage } from './rules/progress.ts'
import type { ZakatCategory } from './rules/zakat.ts'

/** Converts a card to the wire format field by field, so that a new column isn't exposed. */
export const cardOf = (row: CardRow, now: Date): CampaignCard => ({
  id: row.id.toString(),
  slug: row.slug,
  name: row.name,
  status: row.status,
  endDate: row.endsAt,
  imageUrl: campaignPictureOf(row),
  userName: row.organizerName,
  userImageUrl: row.userPicture && campaignPictureOf(row.userPicture),
  donationCount: row.donationCount,
  donorCount: row.donorCount,
  daysLeft: daysLeft(row.endsAt, now),
  fundedPercentage: fundedPercentage(row.raised, row.goal),
  pledgeAmount: row.raised,
  goal: row.goal,
  currencyCode: row.currency,
  zakatApproved: row.zakatVerified,
  giftAid: row.giftAid,
  adVariants: [],
  category: row.category,
  organizationName: row.organizationName,
  organizationNameAr: row.organizationNameAr,
  tagline: row.tagline,
  location: row.location,
  country: row.country,
  language: row.language,
})

const levelView = (level: Level): LevelView => ({
  id: level.id.toString(),
  title: level.title,
  description: level.description,
  amount: level.amount,
  limit: level.claimLimit > 0 ? level.claimLimit : null,
  claimed: level.claimed,
  remaining: remainingOf(level),
  soldOut: isSoldOut(level),
  frequency: level.frequency ?? null,
  benefitValue: level.benefitValue,
  ...optionsOf(level),
})

/** Converts a level to the specification's spelling. Everything it asks for beyond note and email is required. */
export const rewardOf = (level: Level, campaignId: bigint): Reward => ({
  ID: level.id.toString(),
  ProjectID: campaignId.toString(),
  Flags: level.flags,
  Status: 1,
  Title: level.title,
  Description: level.description,
  ChallengeAmount: level.amount,
  Limit: Math.max(0, level.claimLimit),
  PrizeAwarded: level.claimed,
  Remaining: remainingOf(level),
  SoldOut: isSoldOut(level),
  ...optionsOnWire(level),
})

/** Returns the levels for a list; those of Qurbani items are chosen on their own page. */
export const listedLevels = ({ levels }: CampaignForDonation): Level[] => levels.filter(({ shares }) => shares === null)

/** Returns the levels for `/api`, with decimal amounts. */
export const projectRewardsOf = (campaign: CampaignForDonation): ProjectReward[] =>
  listedLevels(campaign).map((level) => ({
    ...rewardOf(level, campaign.id),
    ChallengeAmount: toMajor(money(level.amount, campaign.currency)),
  }))

/** Converts an update for a page, with the body as nodes. */
export const newsOf = ({ id, title, body, publishedAt, author }: NewsRow): News => ({
  id,
  title,
  body: richTextOf(body),
  publishedAt,
  author,
})

/** Returns the content of a share image. */
export const shareDataOf = ({ slug, name, category, coverId, language, organization }: PageRow): ShareData => ({
  slug,
  name,
  category,
  coverId,
  organizationName: language === 'ar' ? (organization.nameAr ?? organization.name) : organization.name,
})

/** Converts a campaign's page to the wire format. */
export const pageOf = (row: PageRow, now: Date): CampaignPage => ({
  id: row.id.toString(),
  slug: row.slug,
  kind: row.kind,
  title: row.name,
  tagline: row.tagline,
  story: richTextOf(row.story),
  language: row.language,
  category: row.category,
  tags: row.tags,
  location: row.location,
  country: row.country,
  organizer: { name: row.organizerName },
  organization: row.organization,
  status: row.status,
  open: isOpen(row, now) && row.organization.verified,
  endsAt: row.endsAt,
  daysLeft: daysLeft(row.endsAt, now),
  currency: row.currency,
  goal: row.goal,
  minimumDonation: row.minimumDonation,
  totals: {
    raised: row.raised,
    donationCount: row.donationCount,
    donorCount: row.donorCount,
    percentage: fundedPercentage(row.raised, row.goal),
    lastDonationAt: row.lastDonationAt,
  },
  zakatVerified: row.zakatVerified,
  zakatEligibleBps: row.zakatEligibleBps,
  giftAid: row.giftAid,
  taxReceiptCountries: row.taxReceiptCountries,
  tipsEnabled: row.tipsEnabled,
  frequencies: row.frequencies,
  paymentMethods: row.paymentMethods,
  impacts: row.impacts,
  levels: row.levels.map(levelView),
  gallery: row.gallery.map(({ id, alt, x, y }) => ({ url: pictureUrl(id), alt, x, y })),
  zakatCategories: row.zakatVerified ? (row.zakatCategories as ZakatCategory[]) : [],
  team: row.team.map(({ name, role, part }) => ({ name, role, part })),
  news: { items: row.news.map(newsOf), total: row.newsCount },
  parents: row.parents.map(({ name, ...parent }) => ({ ...parent, title: name })),
  takesSupporters: row.takesSupporters,
  supporterCount: row.supporterCount,
  related: row.related.map((card) => cardOf(card, now)),
  imageUrl: campaignPictureOf(row),
  imageAlt: row.coverId ? row.coverAlt : '',
  previewImageUrl: shareImageUrl('link', shareDataOf(row)),
  artSeed: row.slug,
  createdAt: row.createdAt,
})

/** Returns the minimal record (contract-3) with the spelling of `/api`. */
export const projectOf = (campaign: CampaignForDonation, now: Date): MinimalProject => ({
  id: campaign.id.toString(),
  name: campaign.name,
  slug: campaign.slug,
  currencyCode: campaign.currency,
  status: campaign.status,
  endDate: campaign.endsAt,
  open: donationRefusal(campaign, now) === undefined,
  // Shown for a verified charity only.
  zakatVerified: campaign.zakatVerified && canReceiveDonations(campaign, now),
  zakatEligibleBps: campaign.zakatEligibleBps,
  giftAid: campaign.giftAid,
  taxDeductible: campaign.taxReceiptCountries.length > 0,
  taxReceiptCountries: [...campaign.taxReceiptCountries],
  tipsEnabled: campaign.tipsEnabled,
  minimumAmount: toMajor(
    campaign.minimumDonation === null
      ? minimumAmount(campaign.currency)
      : money(campaign.minimumDonation, campaign.currency),
  ),
})

/** Returns the record of S1 §3 "Campaign details". */
export const detailsOf = (row: PageRow, now: Date): CampaignDetails => {
  const major = (amount: bigint) => toMajor(money(amount, row.currency))
  return {
    ID: row.id.toString(),
    Name: row.name,
    Slug: row.slug,
    Tagline: row.tagline,
    Status: row.status,
    CurrencyCode: row.currency,
    Goal: row.goal === null ? null : major(row.goal),
    PledgeAmount: major(row.raised),
    DonationCount: row.donationCount,
    DonorCount: row.donorCount,
    FundedPercentage: fundedPercentage(row.raised, row.goal),
    DaysLeft: daysLeft(row.endsAt, now),
    EndDate: row.endsAt,
    ZakatVerified: row.zakatVerified,
    GiftAid: row.giftAid,
    TaxDeductible: row.taxReceiptCountries.length > 0,
    Category: row.category,
    Tags: row.tags,
    Location: row.location,
    Country: row.country,
    ImageURL: campaignPictureOf(row),
    OrganizationName: row.organization.name,
    // In the page's order; the organizer's name if no member is shown.
    Team:
      row.team.length > 0
        ? row.team.map(({ name, role }) => ({ DisplayName: name, Role: role }))
        : [{ DisplayName: row.organizerName, Role: '' }],
  }
}
