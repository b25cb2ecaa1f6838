import { type RawBuilder, sql } from 'kysely'
import type { Currency } from '#shared/currencies.ts'
import type { Cursor } from '#shared/cursor.ts'
import { containsPattern } from '#shared/input/contains-pattern.ts'
import type { Db } from '#shared/ports.ts'
import { majorAmount, type SegmentCondition } from '../rules/segments.ts'
import type { DonorGroups } from '../rules/donor-groups.ts'
import { donorsWithText, findAmongNewest, findDonorsWithText } from './donor-texts.ts'
import { groupTable, joinGroups, personOf } from './merges.ts'
import { visibleEmail } from './visible-email.ts'

/** Which donors of a charity a list contains. */
export type DonorFilters = {
  readonly organizationId: bigint
  /** Donors that the charity's team merged. */
  readonly groups: DonorGroups
  /** The currencies of the charity's fundraisers. */
  readonly currencies: readonly Currency[]
  readonly words?: string | undefined
  readonly tag?: string | undefined
  readonly segment?: readonly SegmentCondition[] | undefined
}

/** A donor of a charity by their newest donation to it: its position in the list, and the donor's key. */
export type FoundDonor = Cursor & { readonly key: Buffer }

type Sql = RawBuilder<unknown>
type OfCharity = Pick<DonorFilters, 'organizationId' | 'groups'>

/** SQL for the donors with an active plan of the charity, of any frequency or a monthly one. */
const planDonors = ({ organizationId, groups }: DonorFilters, isMonthly: boolean): Sql => sql`
  select ${personOf('n', groups)}
  from campaigns.campaign m
  join plans.plan o on o.campaign_id = m.id
  join subscriptions.subscription s on s.plan_id = o.id
  join giving.donation n on n.subscription_id = s.id
  ${joinGroups('n', groups)}
  where m.organization_id = ${organizationId}
    and s.state = 'active'
    and not n.is_anonymous
    and (${!isMonthly} or o.frequency = 'month')
`

/** SQL for the sum of a donor's gifts in one currency. */
const sumIn = (currency: Currency): Sql =>
  sql`sum(d.gift - coalesce(r.gift, 0)) filter (where d.currency = ${currency})`

/** SQL for a condition on all named donations `d` of a donor to the charity, with their refunds `r`. */
function segmentSql(filters: DonorFilters, condition: SegmentCondition): Sql {
  switch (condition.fact) {
    case 'donations':
      return sql`count(*) filter (where r.is_fully_refunded is not true) = ${condition.is}`
    case 'lastAt':
      return sql`max(d.given_at) < ${condition.before}`
    case 'hasZakat':
      return sql`bool_or(d.is_zakat and r.is_fully_refunded is not true) = ${condition.is}`
    case 'isMajor': {
      const sums = [...new Set(filters.currencies)].map(
        (currency) => sql`coalesce(${sumIn(currency)} >= ${majorAmount(currency).amount}, false)`,
      )
      return sql`(${sql.join([sql`false`, ...sums], sql` or `)}) = ${condition.is}`
    }
    case 'hasPlan':
    case 'hasMonthlyPlan':
      return sql`
        (${personOf('d', filters.groups)} in (${planDonors(filters, condition.fact === 'hasMonthlyPlan')}))
          = ${condition.is}
      `
  }
}

/**
 * SQL for whether the public name or visible email of a donation `d` contains the words. The columns before `and`
 * exclude most rows, so that functions are called for few.
 */
const hasWords = (pattern: string): Sql => sql`
  not d.is_anonymous
  and (
    ((d.custom_name ilike ${pattern} or d.name ilike ${pattern}) and giving.public_name(d) ilike ${pattern})
      or (d.level_email ilike ${pattern} and ${sql.raw(visibleEmail)} ilike ${pattern})
  )
`

/** SQL for the keys of the donors whose donations contain the words. */
const donorsNamed = (organizationId: bigint, pattern: string, ofDonors: Sql): Sql => sql`
  select distinct d.donor_key
  from campaigns.campaign c
  join giving.donation d on d.campaign_id = c.id
  where c.organization_id = ${organizationId} and ${ofDonors} and ${hasWords(pattern)}
`

/**
 * Finds the donors of a charity that match, by their newest donation to it, most recent first; one row for each person
 * (supporters-6). Anonymous donations are no one's, and no condition reads them (privacy-1).
 */
export async function findDonors(
  db: Db,
  filters: DonorFilters,
  page: { readonly limit: number; readonly before?: Cursor | undefined },
): Promise<FoundDonor[]> {
  const { organizationId, words, tag, segment = [] } = filters
  const pattern = words === undefined ? undefined : containsPattern(words)
  const keys = pattern === undefined ? undefined : await findDonorsWithText(db, { organizationId, pattern })
  const isFiltered = tag !== undefined || segment.length > 0
  if (pattern !== undefined && keys === 'many' && !isFiltered)
    return findAmongNewest(db, { organizationId, ...page }, (since) =>
      readDonors(db, newestDonors(filters, page, { pattern, since }), page.limit),
    )
  const donors =
    isFiltered || words !== undefined
      ? matchingDonors(filters, { before: page.before, keys })
      : newestDonors(filters, page)
  return readDonors(db, donors, page.limit)
}

const readDonors = async (db: Db, donors: Sql, limit: number): Promise<FoundDonor[]> =>
  (
    await sql<FoundDonor>`
      select f.id, date_trunc('milliseconds', f.at) as at, f.key
      from (${donors}) f
      order by f.at desc, f.id desc
      limit ${limit}
    `.execute(db)
  ).rows

/**
 * SQL for donors without a filter, or with words that many donors have: reads at most `limit` of each fundraiser, by its
 * index.
 */
const newestDonors = (
  { organizationId, groups }: DonorFilters,
  { limit, before }: { readonly limit: number; readonly before?: Cursor | undefined },
  named?: { readonly pattern: string; readonly since: Date | undefined },
): Sql => sql`
  select x.*
  from campaigns.campaign c
  cross join lateral (
    select d.id, d.given_at as at, ${personOf('d', groups)} as key
    from giving.donation d
    ${joinGroups('d', groups)}
    cross join lateral (select d.donor_key) own
    where d.campaign_id = c.id
      and not d.is_anonymous
      ${named?.since ? sql`and d.given_at >= ${named.since}` : sql``}
      ${named ? isPersonNamed({ organizationId, groups }, named.pattern) : sql``}
      ${before ? sql`and (d.given_at, d.id) < (${before.at}::timestamptz, ${before.id}::uuid)` : sql``}
      and not exists (
        select
        from giving.donation n
        join campaigns.campaign m on m.id = n.campaign_id
        where n.donor_key = d.donor_key
          and not n.is_anonymous
          and m.organization_id = ${organizationId}
          and (n.given_at, n.id) > (d.given_at, d.id)
      )
      ${groups.keys.length === 0 ? sql`` : notNewestOfGroup({ organizationId, groups })}
    order by d.given_at desc, d.id desc
    limit ${limit}
  ) x
  where c.organization_id = ${organizationId}
`

/** SQL that excludes donations whose donor, with those merged with them, has no donation with the words. */
const isPersonNamed = ({ organizationId, groups }: OfCharity, pattern: string): Sql => {
  const merged = sql`array(select h.key from ${groupTable(groups, 'h')} where h.person = d_group.person)`
  const ofPerson = sql`
    d.donor_key = any(${groups.keys.length === 0 ? sql`array[own.donor_key]` : sql`own.donor_key || ${merged}`})
  `
  return sql`
    and d.donor_key in (
      with named as (${donorsWithText(organizationId, pattern)})
      select donor_key from named ${groups.keys.length === 0 ? sql`` : withMerged(groups)}
    )
    and exists (${donorsNamed(organizationId, pattern, ofPerson)})
  `
}

/** SQL that excludes a donation `d` if a merged donor of the same person gave later. */
const notNewestOfGroup = ({ organizationId, groups }: OfCharity): Sql => sql`
  and not exists (
    select
    from ${groupTable(groups, 'h')}
    join giving.donation n on n.donor_key = h.key
    join campaigns.campaign m on m.id = n.campaign_id
    where h.person = d_group.person
      and not n.is_anonymous
      and m.organization_id = ${organizationId}
      and (n.given_at, n.id) > (d.given_at, d.id)
  )
`

/** SQL that adds the keys of merged donors to the keys of a table `named`. */
const withMerged = (groups: DonorGroups): Sql => sql`
  union
  select h.key
  from named k
  join ${groupTable(groups, 'g')} on g.key = k.donor_key
  join ${groupTable(groups, 'h')} on h.person = g.person
`

/**
 * SQL for donors that match filters: reads each named donation to the charity once, and with words only those of the
 * donors whose name or email contains them again.
 */
function matchingDonors(
  filters: DonorFilters,
  {
    before,
    keys,
  }: { readonly before?: Cursor | undefined; readonly keys: Awaited<ReturnType<typeof findDonorsWithText>> },
): Sql {
  const { organizationId, groups, words, tag, segment = [] } = filters
  const person = personOf('d', groups)
  const conditions = [
    ...segment.map((condition) => segmentSql(filters, condition)),
    ...(before
      ? [
          sql`
            (date_trunc('milliseconds', max(d.given_at)), md5(${person})::uuid)
              < (${before.at}::timestamptz, ${before.id}::uuid)
          `,
        ]
      : []),
  ]
  const ofTag = sql`
    and ${person} in (
      select ${personOf('n', groups)}
      from charity_donors.tag t
      join giving.donation n on n.id = t.donation_id
      ${joinGroups('n', groups)}
      where t.organization_id = ${organizationId} and t.name = ${tag ?? ''} and not n.is_anonymous
    )
  `
  const pattern = containsPattern(words ?? '')
  const candidates =
    keys === 'many'
      ? sql`d.donor_key in (${donorsWithText(organizationId, pattern)})`
      : keys && sql`d.donor_key = any(${[...keys]}::bytea[])`
  // Materialized, so that the other donations of the few donors that are found are read by the donor's index.
  const named = sql`
    (
      with named as materialized (${donorsNamed(organizationId, pattern, candidates ?? sql`true`)})
      select donor_key from named ${groups.keys.length === 0 ? sql`` : withMerged(groups)}
    ) k
    join giving.donation d on d.donor_key = k.donor_key
    join campaigns.campaign c on c.id = d.campaign_id
  `
  const donations =
    words === undefined ? sql`campaigns.campaign c join giving.donation d on d.campaign_id = c.id` : named
  return sql`
    select md5(${person})::uuid as id, date_trunc('milliseconds', max(d.given_at)) as at, ${person} as key
    from ${donations}
    left join giving.refunded_amount r on r.donation_id = d.id
    ${joinGroups('d', groups)}
    where c.organization_id = ${organizationId}
      and not d.is_anonymous
      ${tag === undefined ? sql`` : ofTag}
    group by 3
    having ${sql.join([sql`true`, ...conditions], sql` and `)}
  `
}
