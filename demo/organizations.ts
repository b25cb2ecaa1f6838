import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { receiptRegimes } from '#modules/causes/organizations/rules/receipt-regime.ts'

/** Whether a detail that a giving level asks for is optional or required. */
const requirement = z.enum(['optional', 'required']).optional()
const isTrue = z.literal(true).optional()

/** A giving level of the demo. Amounts are in major units of the campaign's currency. */
const level = z.strictObject({
  amount: z.number(),
  /** Omitted: unlimited. */
  limit: z.number().optional(),
  /** Number of claims so far. */
  claims: z.number(),
  isHidden: isTrue,
  /** Value of what the donor receives. */
  benefit: z.number().optional(),
  note: requirement,
  email: requirement,
  needsShipping: isTrue,
  needsEmergencyContact: isTrue,
  needsMedical: isTrue,
})

/**
 * A fundraiser of the demo; its texts are in `locales/<language>/seed/<organization>.json`. Amounts are in major units;
 * days are counted from the creation of the demo.
 */
const campaign = z.strictObject({
  slug: z.string(),
  /** Omitted: English. */
  language: z.literal('ar').optional(),
  category: z.string(),
  tags: z.array(z.string()).optional(),
  country: z.string(),
  /** Omitted: the organization's currency. */
  currency: z.string().optional(),
  goal: z.number().nullable(),
  /** Raised share of the goal; 1.18 is over-funded. */
  funded: z.number(),
  /** Omitted: active. */
  state: z.enum(['draft', 'paused', 'closed']).optional(),
  startedDaysAgo: z.number(),
  /** Negative: it has ended. `null`: no end. */
  endsInDays: z.number().nullable(),
  isZakatVerified: isTrue,
  takesGiftAid: isTrue,
  taxReceipts: z.array(z.enum(['US', 'CA'])).optional(),
  hasNoTips: isTrue,
  minimumDonation: z.number().optional(),
  /** Amounts whose impact the texts `impacts.1` and so on describe. */
  impacts: z.array(z.number()).optional(),
  featured: z.number().optional(),
  levels: z.array(level).optional(),
})

/**
 * A charity of the demo with its fundraisers; its general fund is created from it. Every name and number is fictional.
 * Its texts are in `locales/<language>/seed/<slug>.json`, each in its display language; every charity has its name in
 * both languages.
 */
const organization = z.strictObject({
  slug: z.string(),
  hasNoArabicName: isTrue,
  country: z.string(),
  timeZone: z.string(),
  currency: z.string(),
  postalAddress: z.string(),
  registration: z.string(),
  receiptRegime: z.enum(receiptRegimes),
  signatory: z.string().optional(),
  organizer: z.string(),
  /**
   * Omitted: verified. Donations to a charity with an expired verification end with it; charities in the other states
   * have none.
   */
  verification: z.enum(['none', 'requested', 'expired', 'rejected']).optional(),
  /** The general fund's cause and main country, and its number of donations. */
  fund: z.strictObject({
    category: z.string(),
    country: z.string(),
    donations: z.number(),
    isZakatVerified: isTrue,
    language: z.literal('ar').optional(),
  }),
  campaigns: z.array(campaign),
})

export type LevelSeed = Readonly<z.infer<typeof level>>
export type CampaignSeed = Readonly<z.infer<typeof campaign>>
export type OrganizationSeed = Readonly<z.infer<typeof organization>>

const read = (slug: string): OrganizationSeed =>
  organization.parse(JSON.parse(readFileSync(new URL(`./organizations/${slug}.json`, import.meta.url), 'utf8')))

/** The charities of the demo with five fundraisers each, and three that can't receive donations with one each. */
export const organizations: readonly OrganizationSeed[] = [
  'umeed-trust',
  'rahma-relief',
  'lantern-street',
  'sabeel-foundation',
  'maple-crescent',
  'khidmat-welfare',
  'al-birr',
  'tohum',
  'cahaya-kasih',
  'noor-al-khair',
  'brueckenbau',
  'hikari',
  'dhow-house',
  'safa-kitchen',
  'quick-hearts',
].map(read)
