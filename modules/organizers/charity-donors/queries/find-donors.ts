import { type RawBuilder, sql } from 'kysely'
import type { Cursor } from '#shared/cursor.ts'
import { containsPattern } from '#shared/input/contains-pattern.ts'
import type { Db } from '#shared/ports.ts'
import type { SegmentCondition } from '../rules/segments.ts'
import type { DonorGroups } from '../rules/donor-groups.ts'
import { findDonorsWithText, textMatches } from './donor-texts.ts'
import { findTotals, isMajorSum } from './donor-totals.ts'
import { groupTable } from './merges.ts'
import { visibleEmail } from './visible-email.ts'

/** Which donors of a charity a list contains. */
export type DonorFilters = {
  readonly organizationId: bigint
  /** Donors that the charity's team merged. */
  readonly groups: DonorGroups
  readonly words?: string | undefined
  readonly tag?: string | undefined
  readonly segment?: readonly SegmentCondition[] | undefined
}

/** A donor of a charity by their newest donation to it: its position in the list, and the donor's key. */
export type FoundDonor = Cursor & { readonly key: Buffer }

type Sql = RawBuilder<unknown>

const booleanColumns = {
  isMajor: 'is_major',
  hasZakat: 'has_zakat',
  hasPlan: 'has_plan',
  hasMonthlyPlan: 'has_monthly_plan',
}

/** SQL for a condition of a segment on the figures `p` in a list. */
function segmentSql(condition: SegmentCondition): Sql {
  switch (condition.fact) {
    case 'donations':
      return sql`p.donations = ${condition.is}`
    case 'lastAt':
      return sql`p.last_at < ${condition.before}`
    case 'isMajor':
    case 'hasZakat':
    case 'hasPlan':
    case 'hasMonthlyPlan':
      // Without a comparison, as in the conditions of the indexes.
      return sql`${condition.is ? sql`` : sql`not`} ${sql.ref(`p.${booleanColumns[condition.fact]}`)}`
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

/** SQL for the donations `d` of campaigns `c` of the charity that contain the words. */
const donationsWithWords = (organizationId: bigint, pattern: string): Sql => sql`
  from giving.donation d
  join campaigns.campaign c on c.id = d.campaign_id
  where c.organization_id = ${organizationId} and ${hasWords(pattern)}
`

/** How a list compares keys of donors with those of an entry `p`, a donor or several merged ones. */
type PersonKeys = {
  readonly isOne: (key: Sql) => Sql
  readonly isIn: (keys: Sql) => Sql
}
const ofDonor: PersonKeys = {
  isOne: (key) => sql`${key} = p.donor_key`,
  isIn: (keys) => sql`p.donor_key in (${keys})`,
}
const ofMergedDonors: PersonKeys = {
  isOne: (key) => sql`${key} = any(p.keys)`,
  isIn: (keys) => sql`p.keys && array(${keys})`,
}

type Words = { readonly pattern: string; readonly keys: 'many' | readonly Buffer[] }

/** Finds the donors whose texts contain the words, or those of all donations while the texts aren't complete. */
async function findWords(db: Db, organizationId: bigint, words: string): Promise<Words> {
  const pattern = containsPattern(words)
  const keys = await findDonorsWithText(db, { organizationId, pattern })
  if (keys !== undefined) return { pattern, keys }
  const { rows } = await sql<{ key: Buffer }>`
    select distinct d.donor_key as key ${donationsWithWords(organizationId, pattern)}
  `.execute(db)
  return { pattern, keys: rows.map(({ key }) => key) }
}

/**
 * SQL for whether an entry has donations that contain the words. Of many donors, PostgreSQL compares one after the other in the
 * order of the list until there is a page: `case` and `offset` keep it from reading all texts and donations first.
 */
function isNamed(organizationId: bigint, { pattern, keys }: Words, { isOne, isIn }: PersonKeys): Sql {
  const inDonations = sql`
    exists (select ${donationsWithWords(organizationId, pattern)} and ${isOne(sql`d.donor_key`)} offset 0)
  `
  if (keys !== 'many') return sql`${isIn(sql`select unnest(${[...keys]}::bytea[])`)} and ${inDonations}`
  return sql`
    case
      when exists (
        select
        from charity_donors.donor_text t
        where ${textMatches(organizationId, pattern)} and ${isOne(sql`t.donor_key`)}
        offset 0
      ) then ${inDonations}
      else false
    end
  `
}

/** SQL for the keys of the donors of donations with a tag. */
const donorsWithTag = (organizationId: bigint, tag: string): Sql => sql`
  select n.donor_key
  from charity_donors.tag t
  join giving.donation n on n.id = t.donation_id
  where t.organization_id = ${organizationId} and t.name = ${tag} and not n.is_anonymous
`

/**
 * SQL for the figures of merged donors, one row for each person. They are few, because people decide about each pair.
 */
const mergedDonors = ({ organizationId, groups }: DonorFilters, totals: Sql): Sql => sql`
  (
    with member as materialized (
      select g.person, t.*
      from ${groupTable(groups, 'g')}
      join ${totals} t on t.donor_key = g.key and t.organization_id = ${organizationId} and not t.is_anonymous
    )
    select
      m.person as donor_key,
      array_agg(m.donor_key) as keys,
      sum(m.donations) as donations,
      exists (
        select
        from member n
        cross join lateral jsonb_each_text(n.totals) e
        where n.person = m.person
        group by e.key
        having ${isMajorSum(sql`e.key`, sql`sum(e.value::bigint)`)}
      ) as is_major,
      max(m.last_at) as last_at,
      (array_agg(m.last_id order by m.last_at desc, m.last_id desc))[1] as last_id,
      bool_or(m.has_zakat) as has_zakat,
      bool_or(m.has_plan) as has_plan,
      bool_or(m.has_monthly_plan) as has_monthly_plan
    from member m
    group by m.person
  )
`

/**
 * Finds the donors of a charity that match, by their newest donation to it, most recent first; one row for each person
 * (supporters-6). Anonymous donations are no one's, and no condition reads them (privacy-1).
 */
export async function findDonors(
  db: Db,
  filters: DonorFilters,
  { limit, before }: { readonly limit: number; readonly before?: Cursor | undefined },
): Promise<FoundDonor[]> {
  const { organizationId, groups, tag, segment = [] } = filters
  const [totals, words] = await Promise.all([
    findTotals(db, { organizationId, isAnonymous: false }),
    filters.words === undefined ? undefined : findWords(db, organizationId, filters.words),
  ])
  const matching = (keys: PersonKeys): Sql =>
    sql.join(
      [
        ...segment.map((condition) => segmentSql(condition)),
        ...(before ? [sql`(p.last_at, p.last_id) < (${before.at}::timestamptz, ${before.id}::uuid)`] : []),
        ...(tag === undefined ? [] : [keys.isIn(donorsWithTag(organizationId, tag))]),
        ...(words ? [isNamed(organizationId, words, keys)] : []),
        sql`true`,
      ],
      sql` and `,
    )
  const newest = sql`order by p.last_at desc, p.last_id desc limit ${limit}`
  const merged = sql`
    union all
    (
      select p.donor_key, p.last_at, p.last_id
      from ${mergedDonors(filters, totals)} p
      where ${matching(ofMergedDonors)}
      ${newest}
    )
  `
  const { rows } = await sql<FoundDonor>`
    select p.donor_key as key, date_trunc('milliseconds', p.last_at) as at, p.last_id as id
    from (
      (
        select p.donor_key, p.last_at, p.last_id
        from ${totals} p
        where p.organization_id = ${organizationId}
          and not p.is_anonymous
          and p.donor_key <> all(${[...groups.keys]}::bytea[])
          and ${matching(ofDonor)}
        ${newest}
      )
      ${groups.keys.length === 0 ? sql`` : merged}
    ) p
    ${newest}
  `.execute(db)
  return rows
}
