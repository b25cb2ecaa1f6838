import { organizationPart } from '#modules/organizations/index.ts'
import type { Db, Ports } from '#shared/ports.ts'
import { statementOf } from '#shared/statement.ts'
import { hiddenFlag } from '../rules/level.ts'
import type { CardRow } from './cards.ts'
import { levelColumns, levelOf, type Level, type LevelJson } from './levels.ts'

/** All that the page of one campaign shows; nothing that is not public is read. */
export type PageRow = Omit<CardRow, 'organizationName'> & {
  readonly kind: 'fundraiser' | 'general-fund'
  readonly story: string
  readonly tags: string[]
  readonly minimumGift: bigint | null
  readonly taxReceiptCountries: string[]
  readonly tipsEnabled: boolean
  readonly createdAt: Date
  readonly lastGiftAt: Date | null
  readonly organization: {
    readonly name: string
    readonly nameAr: string | null
    readonly slug: string
    readonly verified: boolean
    readonly registration: string
    readonly country: string
    readonly website: string | null
    readonly about: string
  }
  readonly levels: readonly Level[]
}

const page = statementOf(
  'campaigns.page_by_slug',
  [organizationPart],
  `select c.id, c.slug, c.kind, c.name, c.tagline, c.story, c.language, c.category, c.tags, c.location, c.country, c.status, c.currency, c.goal, c.ends_at as "endsAt",
     c.minimum_gift as "minimumGift", c.organizer_name as "organizerName", c.has_picture as "hasPicture", c.zakat_verified as "zakatVerified", c.gift_aid as "giftAid",
     c.tax_receipt_countries as "taxReceiptCountries", c.tips_enabled as "tipsEnabled", c.created_at as "createdAt",
     coalesce(t.raised, 0) as raised, coalesce(t.donation_count, 0) as "donationCount", coalesce(t.donor_count, 0) as "donorCount", t.last_gift_at as "lastGiftAt",
     json_build_object('name', o.name, 'nameAr', o.name_ar, 'slug', o.slug, 'verified', o.verified_at is not null, 'registration', o.registration,
       'country', o.country, 'website', o.website, 'about', o.about) as organization,
     (select json_agg(json_build_object(${levelColumns}) order by l.position, l.id) from campaigns.level l
       where l.campaign_id = c.id and l.status = 1 and l.flags & ${hiddenFlag} = 0) as levels
   from campaigns.campaign c join organization o on o.id = c.organization_id left join campaigns.total t on t.campaign_id = c.id
   where c.slug = $1 and c.status <> 0`,
)

/** A campaign by its slug or, for its general fund, the slug of an organization (decisions.md 42). Drafts are not found. */
export async function findPage(ports: Ports, slug: string): Promise<PageRow | undefined> {
  const [row] = await ports.statement<Omit<PageRow, 'levels'> & { levels: LevelJson[] | null }>(page.name, page.text, [slug])
  return row && { ...row, levels: (row.levels ?? []).map(levelOf) }
}

/** What names a campaign on receipts, mails and thank-you pages. */
export type CampaignSummary = {
  readonly id: bigint
  readonly slug: string
  readonly name: string
  readonly language: string
  readonly currency: string
  readonly goal: bigint | null
  readonly organizationId: bigint
}

/** Those of the ids that exist, drafts included; in no order. */
export const findCampaigns = async (db: Db, ids: readonly bigint[]): Promise<CampaignSummary[]> =>
  ids.length === 0
    ? []
    : db
        .selectFrom('campaigns.campaign')
        .select(['id', 'slug', 'name', 'language', 'currency', 'goal', 'organization_id as organizationId'])
        .where('id', 'in', [...ids])
        .execute()

/** The campaign that giving to an organization is giving to (decisions.md 42). */
export const findGeneralFund = (db: Db, organizationId: bigint): Promise<CampaignSummary | undefined> =>
  db
    .selectFrom('campaigns.campaign')
    .select(['id', 'slug', 'name', 'language', 'currency', 'goal', 'organization_id as organizationId'])
    .where('organization_id', '=', organizationId)
    .where('kind', '=', 'general-fund')
    .executeTakeFirst()
