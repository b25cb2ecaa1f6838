import { dayMs } from '#shared/time.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Ports } from '#shared/ports.ts'
import { countedMax, endingSoonDays, type Filters, nearGoalPercent, newDays, sortOf } from '../rules/filters.ts'
import '../tables.ts'

/** Fields of a card that only the documents have. */
export type SearchHit = {
  readonly campaignId: bigint
  readonly tags: readonly string[]
  readonly changedAt: Date
  readonly isFeatured: boolean
}
/** `total` is counted up to `countedMax` plus one. */
export type FoundPage = { readonly found: readonly SearchHit[]; readonly total: number }
export type SearchInput = {
  readonly filters: Filters
  readonly limit: number
  readonly offset: number
  readonly now: Date
}

export const foundColumns = sql`
  d.campaign_id as "campaignId", d.tags, d.changed_at as "changedAt", d.featured_rank is not null as "isFeatured"
`

const all = (conditions: readonly RawBuilder<unknown>[]) => sql.join([...conditions], sql` and `)

type Facet = {
  /** A column of the document, or a group that exists only in `facets`: `school` and `zakat`. */
  readonly column: 'category' | 'country' | 'charity' | 'school' | 'zakat' | 'zakat_verified' | 'gift_aid'
  readonly values: readonly string[]
}
const facetsOf = (filters: Filters): Facet[] =>
  (
    [
      { column: 'category', values: filters.categories },
      { column: 'country', values: filters.countries },
      { column: 'charity', values: filters.charities },
      { column: 'school', values: filters.schools },
      { column: 'zakat', values: filters.recipients },
      { column: 'zakat_verified', values: filters.zakat ? ['zakat'] : [] },
      { column: 'gift_aid', values: filters.giftAid ? ['gift-aid'] : [] },
    ] as const
  ).filter(({ values }) => values.length > 0)

/** A single facet uses its own index in page order; several use the index of facets. */
function facetConditions(facets: readonly Facet[]): RawBuilder<unknown>[] {
  return facets.map(({ column, values }) => {
    const isYes = column === 'zakat_verified' || column === 'gift_aid'
    if (facets.length > 1 || column === 'school' || column === 'zakat')
      return sql`d.facets && ${values.map((value) => (isYes ? value : `${column}:${value}`))}::text[]`
    if (isYes) return sql.ref(`d.${column}`) as RawBuilder<unknown>
    return values.length === 1
      ? sql`${sql.ref(`d.${column}`)} = ${values[0]}`
      : sql`${sql.ref(`d.${column}`)} = any(${[...values]}::text[])`
  })
}

/**
 * Excludes fundraisers of charities that can't receive donations (content-5). Lists these few charities first; with a
 * join, the other conditions would lose their indexes.
 */
export const canReceive = (now: Date): RawBuilder<unknown> =>
  sql`d.charity <> all(array(select o.slug from organizations.organization o
    where not organizations.can_receive_donations(o.verification_state, o.verified_until, ${now})))`

function conditionsOf(filters: Filters, now: Date): RawBuilder<unknown>[] {
  const inDays = (days: number) => new Date(now.getTime() + days * dayMs)
  return [
    sql`d.status = 1`,
    sql`d.ends_at > ${now}`,
    canReceive(now),
    ...facetConditions(facetsOf(filters)),
    ...(filters.nearGoal ? [sql`d.percent >= ${nearGoalPercent} and d.percent < 100`] : []),
    ...(filters.endingSoon ? [sql`d.ends_at <= ${inDays(endingSoonDays)}`] : []),
    ...(filters.isNew ? [sql`d.created_at > ${inDays(-newDays)}`] : []),
  ]
}

/** Each order has its own index and breaks ties, so no fundraiser moves between pages. */
const orders = {
  newest: sql`d.created_at desc, d.campaign_id desc`,
  ending: sql`d.ends_at, d.campaign_id desc`,
  funded: sql`d.percent desc nulls last, d.campaign_id desc`,
  'near-goal': sql`(d.percent >= 100), d.percent desc nulls last, d.campaign_id desc`,
} as const

type Row = SearchHit & { readonly total: number }
const pageOf = (rows: readonly (Row | { campaignId: null; total: number })[]): FoundPage => ({
  found: rows.filter((row): row is Row => row.campaignId !== null),
  total: rows[0]?.total ?? 0,
})

/** Lists open fundraisers without a query, up to the limits of display and count. */
export async function listDocuments(ports: Ports, { filters, limit, offset, now }: SearchInput): Promise<FoundPage> {
  const where = all([sql`d.kind = 'fundraiser'`, ...conditionsOf(filters, now)])
  const order = orders[sortOf(filters) as keyof typeof orders]
  const { rows } = await sql<Row>`
    select p.*, c.total
    from (
      select count(*)::int as total
      from (select from discovery.document d where ${where} limit ${countedMax + 1}) counted
    ) c
    left join lateral (
      select ${foundColumns} from discovery.document d where ${where} order by ${order} limit ${limit} offset ${offset}
    ) p
      on true
  `.execute(ports.db)
  return pageOf(rows)
}

/** Text whose words must all match, or a query of similar words. */
export type SearchWords = { readonly text: string } | { readonly query: string }

/**
 * Searches with a query: first matches in title, charity, cause or place, then in the story. Ranks at most `countedMax`
 * matches in the order of the index, so that a common word costs no more than a rare one.
 */
export async function searchDocuments(
  ports: Ports,
  { filters, limit, offset, now }: SearchInput,
  words: SearchWords,
): Promise<FoundPage> {
  const query =
    'text' in words
      ? sql`plainto_tsquery('discovery.words', discovery.normalize(${words.text}))`
      : sql`to_tsquery('discovery.words', ${words.query})`
  const where = all(conditionsOf(filters, now))
  const sort = sortOf(filters)
  const weight = sql`ts_rank('{0.05, 0.25, 0.4, 1}', d.head, ${query}, 1)`
  const order =
    sort === 'relevance' ? sql`${weight} desc, d.percent is null, d.created_at desc, d.campaign_id desc` : orders[sort]
  const columns = sql`d.campaign_id, d.tags, d.changed_at, d.featured_rank, d.created_at, d.ends_at, d.percent, d.head`
  const { rows } = await sql<Row>`
    with
      near as materialized (
        select ${columns}
        from discovery.document d
        where d.head @@ ${query} and discovery.is_expensive(d.head) and ${where}
        limit ${countedMax + 1}
      ),
      far as materialized (
        select ${columns}
        from discovery.story s
        join discovery.document d using (campaign_id)
        where s.words @@ ${query} and discovery.is_expensive(s.words) and not d.head @@ ${query} and ${where}
        limit (select ${countedMax + 1} - count(*) from near)
      ),
      d as (select * from near union all select * from far)
    select ${foundColumns}, (select count(*)::int from d) as total
    from d
    order by ${order}
    limit ${limit}
    offset ${offset}
  `.execute(ports.db)
  return pageOf(rows)
}

export type Spelling = { readonly word: string; readonly near: readonly string[] }

/**
 * Returns the normalized words of a text. Words that occur in no title, charity, cause or place are replaced by similar
 * ones.
 */
export async function correctSpelling(ports: Ports, text: string): Promise<Spelling[]> {
  const { rows } = await sql<Spelling>`
    select
      w.word,
      case
        when exists (select from discovery.word known where known.word = w.word) then '{}'::text[]
        else array(select near.word from discovery.similar_words(w.word) near)
        end as near
    from unnest(string_to_array(discovery.normalize(${text}), ' '))
    with ordinality w(word, place)
    where w.word <> ''
    order by w.place
    limit 12
  `.execute(ports.db)
  return rows
}
