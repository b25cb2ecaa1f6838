import { endOfDayIn } from '#shared/date-arithmetic.ts'
import { one, required } from '#shared/collections.ts'
import { dayMs, hourMs } from '#shared/time.ts'
import { type Currency, isCurrency, fromMajor } from '#shared/money.ts'
import { localDateIn } from '#shared/calendar.ts'
import type { Tx } from '#shared/ports.ts'
import { storyOf } from '#modules/causes/campaigns/index.ts'
import { insertCampaigns, insertLevels } from '#modules/causes/campaigns/queries/written.ts'
import { optionsOfColumns } from '#modules/causes/campaigns/rules/level-fields.ts'
import { requestedFieldsOf, hiddenFlag } from '#modules/causes/campaigns/rules/level.ts'
import { insertOrganizations } from '#modules/causes/organizations/index.ts'
import type { GivenCampaign } from './donations.ts'
import type { CampaignSeed, LevelSeed, OrganizationSeed } from './organizations.ts'
import { organizations } from './organizations.ts'
import { seedTexts } from './seed-texts.ts'

/** Days since the verification of the demo's expired charity ended. */
const expiredDaysAgo = 4
type PlannedSeed = CampaignSeed & { readonly isFund?: true }
const statuses = { draft: 0, paused: 2, closed: 3 } as const

/**
 * Writes charities, general funds, fundraisers and giving levels, and returns them with the data for their donations.
 */
export async function writeCampaigns(tx: Tx, now: Date): Promise<GivenCampaign[]> {
  const ids = await insertOrganizations(
    tx,
    organizations.map((organization) => organizationRow(organization, now)),
  )
  const planned = organizations.flatMap((organization, index) =>
    [fundOf(organization), ...organization.campaigns].map((seed) =>
      planOf(organization, required(ids[index]), seed, now),
    ),
  )
  const campaignIds = await insertCampaigns(
    tx,
    planned.map(({ row }) => row),
  )
  const levels = planned.flatMap(({ seed, currency, organization }, index) =>
    (seed.levels ?? []).map((level, position) => ({
      campaignId: required(campaignIds[index]),
      seed: level,
      row: {
        campaign_id: required(campaignIds[index]),
        position: position + 1,
        ...levelTexts(organization, seed, position + 1),
        ...levelFigures(level, currency),
      },
    })),
  )
  const levelIds = await insertLevels(
    tx,
    levels.map(({ row }) => row),
  )
  return planned.map((plan, index) => ({
    ...plan.given,
    id: required(campaignIds[index]),
    levels: levels.flatMap((level, place) =>
      level.campaignId === campaignIds[index]
        ? [
            {
              id: required(levelIds[place]),
              seed: level.seed,
              benefit: level.row.benefit_value,
              requestedFields: requestedFieldsOfRow(level.row),
            },
          ]
        : [],
    ),
  }))
}

function organizationRow(organization: OrganizationSeed, now: Date) {
  const { slug } = organization
  const { text } = seedTexts(slug, 'en')
  return {
    slug,
    name: text('name'),
    name_ar: organization.hasNoArabicName ? null : seedTexts(slug, 'ar').text('name'),
    about: text('about'),
    country: organization.country,
    time_zone: organization.timeZone,
    website: `https://${slug}.example`,
    email: `office@${slug}.example`,
    postal_address: organization.postalAddress,
    registration: organization.registration,
    receipt_regime: organization.receiptRegime,
    receipt_signatory: organization.signatory ?? null,
    ...verificationOf(organization, now),
    created_at: new Date(now.getTime() - 1120 * dayMs),
  }
}

/**
 * Verified charities were last verified four months ago. An expired verification ended some days ago, and the charity's
 * plans are still charged.
 */
function verificationOf(organizationSeed: OrganizationSeed, now: Date) {
  if (organizationSeed.verification !== undefined && organizationSeed.verification !== 'expired')
    return { verification_state: organizationSeed.verification, verified_at: null, verified_until: null }
  const days = organizationSeed.verification === 'expired' ? -expiredDaysAgo : 245
  const until = localDateIn(organizationSeed.timeZone, new Date(now.getTime() + days * dayMs))
  return {
    verification_state: 'verified' as const,
    verified_at: new Date(now.getTime() + (days - 365) * dayMs),
    verified_until: endOfDayIn(organizationSeed.timeZone, until),
  }
}

/** Returns the general fund, a campaign with its charity's name (content-1). */
const fundOf = (organization: OrganizationSeed): CampaignSeed & { readonly isFund: true } => ({
  isFund: true,
  slug: organization.slug,
  ...(organization.fund.language ? { language: organization.fund.language } : {}),
  category: organization.fund.category,
  country: organization.fund.country,
  goal: null,
  funded: 0,
  startedDaysAgo: 1090,
  endsInDays: null,
  ...(organization.fund.isZakatVerified ? { isZakatVerified: true } : {}),
  ...(organization.receiptRegime === 'uk' ? { takesGiftAid: true } : {}),
  ...(organization.receiptRegime === 'us' ? { taxReceipts: ['US'] } : {}),
  ...(organization.receiptRegime === 'ca' ? { taxReceipts: ['CA'] } : {}),
})

/** Returns what the fundraiser's amounts do; `amount` in minor units. */
function impactsOf(organization: OrganizationSeed, seed: PlannedSeed, minorOf: (amount: number) => bigint) {
  if (!seed.impacts) return []
  const texts = seedTexts(organization.slug, seed.language ?? 'en').list(`${seed.slug}.impacts`)
  return seed.impacts.map((amount, index) => ({ amount: Number(minorOf(amount)), text: texts[index] ?? '' }))
}

/** Returns the texts of a campaign for its row. */
function campaignTexts(organization: OrganizationSeed, { slug, language, isFund }: PlannedSeed) {
  const { text, list } = seedTexts(organization.slug, language ?? 'en')
  if (isFund) {
    const english = seedTexts(organization.slug, 'en')
    return {
      name: english.text('name'),
      tagline: one(english.text('about').split('. ')).replace(/\.$/, '') + '.',
      story: storyOf(list('fund.story')),
      location: '',
      organizer_name: organization.organizer,
    }
  }
  return {
    name: text(`${slug}.name`),
    tagline: text(`${slug}.tagline`),
    story: storyOf(list(`${slug}.story`)),
    location: text(`${slug}.location`),
    organizer_name: text(`${slug}.organizer`),
  }
}

function planOf(organization: OrganizationSeed, organizationId: bigint, seed: PlannedSeed, now: Date) {
  const currency = seed.currency ?? organization.currency
  if (!isCurrency(currency)) throw new Error(`${seed.slug}: ${currency} is not a currency`)
  const major = (amount: number) => fromMajor(String(amount), currency).amount
  const startedAt = new Date(
    now.getTime() - seed.startedDaysAgo * dayMs - (seed.startedDaysAgo > 0 ? 7 * hourMs : 600_000),
  )
  const endsAt =
    seed.endsInDays === null
      ? null
      : endOfDayIn(
          organization.timeZone,
          localDateIn(organization.timeZone, new Date(now.getTime() + seed.endsInDays * dayMs)),
        )
  const row = {
    organization_id: organizationId,
    slug: seed.slug,
    kind: seed.isFund ? ('general-fund' as const) : ('fundraiser' as const),
    ...campaignTexts(organization, seed),
    language: seed.language ?? 'en',
    category: seed.category,
    country: seed.country,
    status: seed.state ? statuses[seed.state] : (1 as const),
    currency,
    goal: seed.goal === null ? null : major(seed.goal),
    ends_at: endsAt,
    impacts: JSON.stringify(impactsOf(organization, seed, major)),
    minimum_donation: seed.minimumDonation === undefined ? null : major(seed.minimumDonation),
    organizer_account_id: null,
    zakat_verified: seed.isZakatVerified ?? false,
    gift_aid: seed.takesGiftAid ?? false,
    tax_receipt_countries: [...(seed.taxReceipts ?? [])],
    tips_enabled: !seed.hasNoTips,
    tags: [...(seed.tags ?? [])],
    featured_rank: seed.featured ?? null,
    created_at: startedAt,
    changed_at: startedAt,
  }
  const verifiedUntil = verificationOf(organization, now).verified_until ?? now
  const lastDonationMs = Math.min(
    seed.state === 'paused' ? now.getTime() - 30 * dayMs : now.getTime() - 60_000,
    verifiedUntil.getTime(),
  )
  const lastDonationAt = new Date(Math.max(lastDonationMs, startedAt.getTime()))
  const given: Omit<GivenCampaign, 'id' | 'levels'> = {
    slug: seed.slug,
    name: row.name,
    organizationId,
    organizationName: seedTexts(organization.slug, 'en').text('name'),
    organizationCountry: organization.country,
    currency,
    target: seed.goal === null ? undefined : major(Math.round(seed.goal * seed.funded)),
    donationsMax: seed.isFund ? organization.fund.donations : 0,
    isZakatVerified: row.zakat_verified,
    takesGiftAid: row.gift_aid,
    taxReceipts: row.tax_receipt_countries,
    tipsEnabled: row.tips_enabled,
    language: row.language,
    startedAt,
    until: endsAt && endsAt < lastDonationAt ? endsAt : lastDonationAt,
  }
  return { organization, seed, currency, row, given }
}

const requestedFieldsOfRow = (row: ReturnType<typeof levelFigures>) =>
  requestedFieldsOf({
    ...optionsOfColumns({ note_description: '', email_description: '', ...row }),
    benefitValue: row.benefit_value,
  })

function levelTexts(organization: OrganizationSeed, { slug, language }: CampaignSeed, position: number) {
  const { text, optional } = seedTexts(organization.slug, language ?? 'en')
  const key = `${slug}.level.${position}`
  return {
    title: text(`${key}.title`),
    description: text(`${key}.description`),
    note_description: optional(`${key}.note`) ?? '',
    email_description: optional(`${key}.email`) ?? '',
  }
}

const levelFigures = (level: LevelSeed, currency: Currency) => ({
  amount: fromMajor(String(level.amount), currency).amount,
  claim_limit: level.limit ?? 0,
  claimed: level.claims,
  flags: level.isHidden ? hiddenFlag : 0,
  benefit_value: fromMajor(String(level.benefit ?? 0), currency).amount,
  include_note: level.note !== undefined,
  require_note: level.note === 'required',
  include_email: level.email !== undefined,
  require_email: level.email === 'required',
  require_shipping: level.needsShipping ?? false,
  require_emergency_contact: level.needsEmergencyContact ?? false,
  require_medical: level.needsMedical ?? false,
})
