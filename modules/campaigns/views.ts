import type { CampaignCard, CampaignPage, LevelView, MinimalProject, Reward } from './contract.ts'
import type { CardRow } from './queries/cards.ts'
import type { CampaignForGift } from './queries/gift.ts'
import type { Level } from './queries/levels.ts'
import type { PageRow } from './queries/page.ts'
import { type Currency, money, toMajor } from '#shared/money.ts'
import { paragraphsOf, pictureOf } from './rules/category.ts'
import { isOpen } from './rules/open.ts'
import { isSoldOut, remainingOf } from './rules/level.ts'
import { daysLeft, fundedPercentage } from './rules/progress.ts'

const minor = (amount: bigint | null) => (amount === null ? null : Number(amount))
const instant = (at: Date | null) => at?.toISOString() ?? null

/** A card as the wire has it: the public fields, each named, so that a column added later is not given away. */
export const cardOf = (row: CardRow, now: Date): CampaignCard => ({
  id: row.id.toString(),
  slug: row.slug,
  name: row.name,
  status: row.status,
  endDate: instant(row.endsAt),
  imageUrl: pictureOf(row),
  userName: row.organizerName,
  userImageUrl: null,
  donationCount: Number(row.donationCount),
  donorCount: Number(row.donorCount),
  daysLeft: daysLeft(row.endsAt, now),
  fundedPercentage: fundedPercentage(row.raised, row.goal),
  pledgeAmount: Number(row.raised),
  goal: minor(row.goal),
  currencyCode: row.currency,
  zakatApproved: row.zakatVerified,
  giftAid: row.giftAid,
  adVariants: [],
  category: row.category,
  organizationName: row.organizationName,
  tagline: row.tagline,
  location: row.location,
  country: row.country,
  language: row.language,
})

const levelView = (level: Level): LevelView => ({
  id: level.id.toString(),
  title: level.title,
  description: level.description,
  amount: Number(level.amount),
  limit: level.claimLimit > 0 ? level.claimLimit : null,
  claimed: level.claimed,
  remaining: remainingOf(level),
  soldOut: isSoldOut(level),
  includeNote: level.includeNote,
  requireNote: level.requireNote,
  noteDescription: level.noteDescription,
  includeEmail: level.includeEmail,
  requireEmail: level.requireEmail,
  emailDescription: level.emailDescription,
  requireShipping: level.requireShipping,
  requireEmergencyContact: level.requireEmergencyContact,
  requireMedical: level.requireMedical,
})

/** A level in the spelling of `/api`. */
export const rewardOf = (level: Level): Reward => ({
  ID: level.id.toString(),
  Title: level.title,
  Description: level.description,
  ChallengeAmount: Number(level.amount),
  Limit: Math.max(0, level.claimLimit),
  PrizeAwarded: level.claimed,
  Remaining: remainingOf(level),
  SoldOut: isSoldOut(level),
  IncludeNote: level.includeNote,
  RequireNote: level.requireNote,
  NoteDescription: level.noteDescription,
  IncludeEmailNote: level.includeEmail,
  RequireEmail: level.requireEmail,
  NoteEmail: level.emailDescription,
  RequireShipping: level.requireShipping,
  RequireEmergencyContact: level.requireEmergencyContact,
  RequireMedicalInfo: level.requireMedical,
})

/** A campaign's page as the wire has it. */
export const pageOf = (row: PageRow, now: Date): CampaignPage => ({
  id: row.id.toString(),
  slug: row.slug,
  kind: row.kind,
  title: row.name,
  tagline: row.tagline,
  story: paragraphsOf(row.story),
  language: row.language,
  category: row.category,
  tags: row.tags,
  location: row.location,
  country: row.country,
  organizer: { name: row.organizerName },
  organization: row.organization,
  status: row.status,
  open: isOpen(row, now),
  endsAt: instant(row.endsAt),
  daysLeft: daysLeft(row.endsAt, now),
  currency: row.currency,
  goal: minor(row.goal),
  minimumGift: minor(row.minimumGift),
  totals: {
    raised: Number(row.raised),
    donationCount: Number(row.donationCount),
    donorCount: Number(row.donorCount),
    percentage: fundedPercentage(row.raised, row.goal),
    lastGiftAt: instant(row.lastGiftAt),
  },
  zakatVerified: row.zakatVerified,
  giftAid: row.giftAid,
  taxReceiptCountries: row.taxReceiptCountries,
  tipsEnabled: row.tipsEnabled,
  levels: row.levels.map(levelView),
  imageUrl: pictureOf(row),
  artSeed: row.slug,
  createdAt: row.createdAt.toISOString(),
})

/** The minimal record of decisions.md 40, in the spelling of `/api`. */
export const projectOf = (campaign: CampaignForGift): MinimalProject => ({
  id: campaign.id.toString(),
  name: campaign.name,
  slug: campaign.slug,
  currencyCode: campaign.currency,
  status: campaign.status,
  endDate: instant(campaign.endsAt),
  zakatVerified: campaign.zakatVerified,
  giftAid: campaign.giftAid,
  taxDeductible: campaign.taxReceiptCountries.length > 0,
  taxReceiptCountries: [...campaign.taxReceiptCountries],
  tipsEnabled: campaign.tipsEnabled,
  minimumAmount: campaign.minimumGift === null ? null : toMajor(money(campaign.minimumGift, campaign.currency as Currency)),
})
