import type { Currency } from '#shared/money.ts'
import { canReceiveDonationsSql, organizationColumns } from '#modules/causes/organizations/index.ts'
import type { Db, Ports } from '#shared/ports.ts'
import { statementOf } from '#shared/statement.ts'
import { hiddenFlag } from '../rules/level.ts'
import type { ShareData } from '../rules/share.ts'
import type { CampaignFrequency, CampaignKind, CampaignPaymentMethod, TeamRole } from '../tables.ts'
import { type CardRow, userColumns } from './cards.ts'
import { isPublicSql } from './public.ts'
import { isZakatVerified } from './trust.ts'
import type { Impact } from '../rules/impact.ts'
import type { GalleryPicture } from '../rules/gallery.ts'
import { galleryColumn } from './gallery.ts'
import { levelColumns, levelOf, type Level, type LevelJson } from '../levels/levels.ts'

/** A campaign above a team or supporter's page. */
type ParentRow = {
  readonly slug: string
  readonly name: string
  readonly kind: CampaignKind
  readonly language: string
}

/** Public data of a campaign's page. */
export type PageRow = Omit<CardRow, 'organizationName' | 'organizationNameAr' | 'userId' | 'userPicture'> & {
  readonly kind: CampaignKind
  readonly story: string
  readonly tags: string[]
  readonly minimumDonation: bigint | null
  readonly taxReceiptCountries: string[]
  readonly tipsEnabled: boolean
  readonly frequencies: CampaignFrequency[] | null
  readonly paymentMethods: CampaignPaymentMethod[] | null
  readonly impacts: Impact[]
  readonly createdAt: Date
  readonly lastDonationAt: Date | null
  readonly organization: {
    readonly name: string
    readonly nameAr: string | null
    readonly slug: string
    readonly verified: boolean
    readonly registration: string
    /** The registered name; the public name if there is none. */
    readonly legalName: string
    readonly country: string
    readonly website: string | null
    readonly about: string
  }
  readonly zakatCategories: string[]
  readonly zakatEligibleBps: number
  readonly levels: readonly Level[]
  readonly gallery: readonly GalleryPicture[]
  readonly team: readonly TeamMemberRow[]
  /** The newest few; `newsCount` is the total. */
  readonly news: readonly NewsRow[]
  readonly newsCount: number
  /** The parent of a team or supporter's page, and the parent's parent; empty for others. */
  readonly parents: readonly ParentRow[]
  /** Whether supporters may open pages below it. */
  readonly takesSupporters: boolean
  /** Number of public pages directly below it. */
  readonly supporterCount: number
  /** Other open campaigns: first of the same charity, then of the same cause. */
  readonly related: readonly CardRow[]
}

/** A team member with a public name. */
type TeamMemberRow = { readonly name: string; readonly role: string; readonly part: TeamRole }
export type NewsRow = {
  readonly id: string
  readonly title: string
  readonly body: string
  readonly publishedAt: Date
  /** Public name; `null` if hidden or no longer a member. */
  readonly author: string | null
}

type CardJson = Omit<CardRow, 'id' | 'endsAt' | 'goal' | 'raised' | 'donationCount' | 'donorCount'> & {
  readonly id: string
  readonly endsAt: string | null
  readonly goal: string | null
  readonly raised: string
  readonly donationCount: string
  readonly donorCount: string
}
const optional = (text: string | null) => (text === null ? null : BigInt(text))
const cardOfJson = (json: CardJson): CardRow => ({
  ...json,
  id: BigInt(json.id),
  endsAt: json.endsAt === null ? null : new Date(json.endsAt),
  goal: optional(json.goal),
  raised: BigInt(json.raised),
  donationCount: BigInt(json.donationCount),
  donorCount: BigInt(json.donorCount),
})

const newsShown = 3
const relatedShown = 3
const newsColumns = `n.id, n.title, n.body, n.published_at as "publishedAt", nullif(m.public_name, '') as author`
const newsOf = (campaign: string, now: string, limit: number) =>
  `
    select ${newsColumns}
    from campaigns.news n
    left join campaigns.team_member m on m.campaign_id = n.campaign_id and m.account_id = n.author_id
    where n.campaign_id = ${campaign} and n.published_at <= ${now}
    order by n.published_at desc, n.id desc
    limit ${limit}
  `
/** Selects open campaigns, newest first. */
const openBeside = (what: string, limit: string) => `
  select r.id, r.created_at
  from campaigns.campaign r
  join organization o2 on o2.id = r.organization_id
  where ${canReceiveDonationsSql('o2', '$2')}
    and r.status = 1
    and r.kind = 'fundraiser'
    and (r.ends_at is null or r.ends_at > $2)
    and r.id <> c.id
    and ${what}
  order by r.created_at desc, r.id desc
  limit ${limit}
`
/**
 * Limits fundraisers of the cause to the number that the charity's own leave over. A search for those without excluding
 * the charity's would be slow for a large charity.
 */
const related = `
  with own as materialized (${openBeside('r.organization_id = c.organization_id', String(relatedShown))})
  select id, 1 as likeness, created_at
  from own
  union all (
    select id, 2, created_at
    from (
      ${openBeside('r.category = c.category and r.organization_id <> c.organization_id', `${relatedShown} - (select count(*) from own)`)}
    ) others
  )
`

const page = statementOf(
  'campaigns.page_by_slug',
  [organizationColumns],
  `select c.id, c.slug, c.kind, c.name, c.tagline, c.story, c.language, c.category, c.tags, c.location, c.country, c.status, c.currency, c.goal, c.ends_at as "endsAt",
     c.minimum_donation as "minimumDonation", c.organizer_name as "organizerName", c.cover_id as "coverId", c.cover_alt as "coverAlt", ${isZakatVerified('c', '$2')} and ${canReceiveDonationsSql('o', '$2')} as "zakatVerified", c.gift_aid as "giftAid",
     c.tax_receipt_countries as "taxReceiptCountries", c.tips_enabled as "tipsEnabled", c.frequencies, c.payment_methods as "paymentMethods", c.impacts, c.created_at as "createdAt",
     coalesce(t.raised, 0) as raised, coalesce(t.donation_count, 0) as "donationCount", coalesce(t.donor_count, 0) as "donorCount", t.last_donation_at as "lastDonationAt",
     json_build_object('name', o.name, 'nameAr', o.name_ar, 'slug', o.slug, 'verified', ${canReceiveDonationsSql('o', '$2')}, 'registration', o.registration, 'legalName', coalesce(nullif(o.legal_name, ''), o.name),
       'country', o.country, 'website', o.website, 'about', o.about) as organization,
     (select json_agg(json_build_object(${levelColumns}) order by l.position, l.id) from campaigns.level l
       where l.campaign_id = c.id and l.kind = 'level' and l.status = 1 and l.flags & ${hiddenFlag} = 0) as levels, ${galleryColumn('c.id')} as gallery, c.zakat_categories as "zakatCategories", c.zakat_eligible_bps as "zakatEligibleBps",
     (select json_agg(json_build_object('name', m.public_name, 'role', m.public_role, 'part', m.role) order by m.position, m.added_at, m.account_id)
       from campaigns.team_member m where m.campaign_id = c.id and m.public_name <> '') as team,
     c.takes_supporters as "takesSupporters", (select count(*)::int from campaigns.campaign k where k.parent_id = c.id and k.status in (1, 3)) as "supporterCount",
     (select json_agg(json_build_object('slug', p.slug, 'name', p.name, 'kind', p.kind, 'language', p.language) order by p.parent_id nulls last) from campaigns.campaign p
       where p.id = c.parent_id or p.id = (select m.parent_id from campaigns.campaign m where m.id = c.parent_id)) as parents,
     (select json_agg(n) from (${newsOf('c.id', '$2', newsShown)}) n) as news,
     (select count(*)::int from campaigns.news n where n.campaign_id = c.id and n.published_at <= $2) as "newsCount",
     (select json_agg(json_build_object('id', r.id::text, 'slug', r.slug, 'name', r.name, 'tagline', r.tagline, 'status', r.status, 'endsAt', r.ends_at, 'category', r.category,
         'userId', u."userId", 'userPicture', u."userPicture", 'organizerName', r.organizer_name, 'organizationName', ro.name, 'organizationNameAr', ro.name_ar, 'coverId', r.cover_id, 'coverAlt', r.cover_alt, 'location', r.location, 'country', r.country, 'language', r.language,
         'currency', r.currency, 'goal', r.goal::text, 'zakatVerified', ${isZakatVerified('r', '$2')}, 'giftAid', r.gift_aid, 'raised', coalesce(rt.raised, 0)::text,
         'donationCount', coalesce(rt.donation_count, 0)::text, 'donorCount', coalesce(rt.donor_count, 0)::text) order by near.likeness, near.created_at desc)
       from (${related}) near
         join campaigns.campaign r on r.id = near.id join organization ro on ro.id = r.organization_id left join lateral campaigns.shown_total(r.id) rt on true
         cross join lateral (select ${userColumns('r', 'ro')}) u) as related
   from campaigns.campaign c join organization o on o.id = c.organization_id left join lateral campaigns.shown_total(c.id) t on true
   -- A selected array, because PostgreSQL would plan a parameter array anew for each length.
   where c.slug = any(array(select unnest($1::text[]))) and ${isPublicSql('c', 'o')}`,
)

/**
 * Returns a campaign by slug or, for its general fund, an organization's slug (content-1); batched. Undefined for
 * drafts, and for campaigns of a rejected or closed charity (content-27).
 */
export const findCampaignPage = (ports: Ports, slug: string): Promise<PageRow | undefined> =>
  ports.batch('campaigns.page', slug, (slugs) => findPages(ports, slugs))

async function findPages(ports: Ports, slugs: readonly string[]): Promise<(PageRow | undefined)[]> {
  const rows = await ports.statement<PageJson>(page.name, page.text, [[...new Set(slugs)], ports.clock()])
  const found = new Map(
    rows.map((row) => [
      row.slug,
      {
        ...row,
        levels: (row.levels ?? []).map(levelOf),
        gallery: row.gallery ?? [],
        team: row.team ?? [],
        news: (row.news ?? []).map((news) => ({ ...news, publishedAt: new Date(news.publishedAt) })),
        parents: row.parents ?? [],
        related: (row.related ?? []).map(cardOfJson),
      },
    ]),
  )
  return slugs.map((slug) => found.get(slug))
}
type PageJson = Omit<PageRow, 'levels' | 'gallery' | 'team' | 'news' | 'parents' | 'related'> & {
  readonly parents: ParentRow[] | null
  readonly levels: LevelJson[] | null
  readonly gallery: GalleryPicture[] | null
  readonly team: TeamMemberRow[] | null
  readonly news: (Omit<NewsRow, 'publishedAt'> & { readonly publishedAt: string })[] | null
  readonly related: CardJson[] | null
}

const timelineMax = 100
const timeline = statementOf(
  'campaigns.timeline',
  [organizationColumns],
  `
    select c.created_at as "startedAt", c.ends_at as "endsAt", c.status, n.*
    from campaigns.campaign c
    join organization o on o.id = c.organization_id
    left join lateral (${newsOf('c.id', '$2', timelineMax)}) n on true
    where c.slug = $1 and ${isPublicSql('c', 'o')}
  `,
)

/** Returns up to a hundred updates, newest first; undefined if there is no such public fundraiser. */
export async function findTimeline(
  ports: Ports,
  slug: string,
): Promise<
  | {
      readonly startedAt: Date
      readonly endsAt: Date | null
      readonly status: number
      readonly news: readonly NewsRow[]
    }
  | undefined
> {
  const rows = await ports.statement<
    Omit<NewsRow, 'id'> & { id: string | null; startedAt: Date; endsAt: Date | null; status: number }
  >(timeline.name, timeline.text, [slug, ports.clock()])
  const [first] = rows
  return (
    first && {
      startedAt: first.startedAt,
      endsAt: first.endsAt,
      status: first.status,
      news: rows.flatMap(({ id, title, body, publishedAt, author }) =>
        id === null ? [] : [{ id, title, body, publishedAt, author }],
      ),
    }
  )
}

/** The campaign data on receipts, mails and thank-you pages. */
export type CampaignSummary = {
  readonly id: bigint
  readonly slug: string
  readonly kind: CampaignKind
  readonly name: string
  readonly language: string
  readonly currency: Currency
  readonly goal: bigint | null
  readonly organizationId: bigint
}

/** Returns existing campaigns, including drafts, in any order. */
export const findCampaigns = async (db: Db, ids: readonly bigint[]): Promise<CampaignSummary[]> =>
  ids.length === 0
    ? []
    : db
        .selectFrom('campaigns.campaign')
        .select(['id', 'slug', 'kind', 'name', 'language', 'currency', 'goal', 'organization_id as organizationId'])
        .where('id', 'in', [...ids])
        .execute()

const shareData = statementOf(
  'campaigns.share_facts',
  [organizationColumns],
  `
    select
      c.slug,
      c.name,
      c.category,
      c.cover_id as "coverId",
      case when c.language = 'ar' then coalesce(o.name_ar, o.name) else o.name end as "organizationName"
    from campaigns.campaign c
    join organization o on o.id = c.organization_id
    where c.slug = $1 and ${isPublicSql('c', 'o')}
  `,
)

/** Returns undefined if there is no such public fundraiser. */
export const findShareData = async (ports: Ports, slug: string): Promise<ShareData | undefined> =>
  (await ports.statement<ShareData>(shareData.name, shareData.text, [slug]))[0]
