import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '#shared/ports.ts'
import { type DonorGroups, type DonorPair, groupDonors } from '../rules/donor-groups.ts'
import { areTextsComplete } from './donor-texts.ts'
import '../tables.ts'

/** SQL for the person of the donation with this alias: the donor's key, or that of the merged donors' group. */
export const personOf = (alias: string, { keys }: DonorGroups): RawBuilder<unknown> =>
  keys.length === 0
    ? sql`${sql.ref(`${alias}.donor_key`)}`
    : sql`coalesce(${sql.ref(`${alias}_group.person`)}, ${sql.ref(`${alias}.donor_key`)})`

/** SQL that joins the groups to the donation with this alias; nothing if the team merged no one. */
export const joinGroups = (alias: string, groups: DonorGroups): RawBuilder<unknown> =>
  groups.keys.length === 0
    ? sql``
    : sql`
        left join ${groupTable(groups, `${alias}_group`)}
          on ${sql.ref(`${alias}_group.key`)} = ${sql.ref(`${alias}.donor_key`)}
      `

/** SQL for the groups as a table of this name, with the columns `key` and `person`. */
export const groupTable = ({ keys, people }: DonorGroups, name: string): RawBuilder<unknown> =>
  sql`unnest(${[...keys]}::bytea[], ${[...people]}::bytea[]) as ${sql.ref(name)} (key, person)`

/** Returns the pairs of donors of a charity that its team decided about, without anonymous donations. */
const listPairs = async (db: Db, organizationId: bigint, isSame: boolean): Promise<DonorPair[]> =>
  (
    await sql<DonorPair>`
      select d.donor_key as key, o.donor_key as other
      from charity_donors.merge_decision m
      join giving.donation d on d.id = m.donation_id
      join giving.donation o on o.id = m.other_donation_id
      where m.organization_id = ${organizationId}
        and m.is_same = ${isSame}
        and not d.is_anonymous
        and not o.is_anonymous
    `.execute(db)
  ).rows

/** Returns the donors of a charity that its team merged. */
export const findDonorGroups = async (db: Db, organizationId: bigint): Promise<DonorGroups> =>
  groupDonors(await listPairs(db, organizationId, true))

/** Returns the pairs of donors that the team decided are different people. */
export const listDifferentDonors = (db: Db, organizationId: bigint): Promise<DonorPair[]> =>
  listPairs(db, organizationId, false)

/**
 * Returns keys of donors with the same public name as another donor of the charity, of donations that can have a contact
 * that the team may see. The rule compares what it really sees of them.
 */
export async function findNamesakes(
  db: Db,
  search: { readonly organizationId: bigint; readonly limit: number },
): Promise<Buffer[]> {
  const { rows } = await ((await areTextsComplete(db)) ? namesakesOfTexts : namesakesOfDonations)(search).execute(db)
  return rows.map(({ key }) => key)
}

type NamesakeQuery = (search: {
  readonly organizationId: bigint
  readonly limit: number
}) => RawBuilder<{ key: Buffer }>

/**
 * Reads the newest names, each with a look-up of another donor in the index of comparable names, until there are enough;
 * `offset` keeps PostgreSQL from comparing all names first. Then reads the donors of these names.
 */
const namesakesOfTexts: NamesakeQuery = ({ organizationId, limit }) => sql`
  with shared as materialized (
    select t.comparable
    from charity_donors.donor_text t
    where t.organization_id = ${organizationId}
      and t.comparable is not null
      and exists (
        select
        from charity_donors.donor_text o
        where o.organization_id = ${organizationId} and o.comparable = t.comparable and o.donor_key <> t.donor_key
        offset 0
      )
    order by t.last_at desc
    limit ${limit}
  )
  select unnest(array_agg(distinct t.donor_key)) as key
  from (select distinct comparable from shared) s
  join charity_donors.donor_text t on t.organization_id = ${organizationId} and t.comparable = s.comparable
  group by t.comparable
  order by max(t.last_at) desc
  limit ${limit}
`

/** The same while the texts aren't complete. */
const namesakesOfDonations: NamesakeQuery = ({ organizationId, limit }) => sql`
  select unnest(array_agg(distinct d.donor_key)) as key
  from campaigns.campaign c
  join giving.donation d on d.campaign_id = c.id
  where c.organization_id = ${organizationId}
    and not d.is_anonymous
    and (d.share_address or d.level_email is not null or d.subscription_id is not null)
    and giving.public_name(d) is not null
  group by lower(regexp_replace(normalize(giving.public_name(d), nfkc), '\\s+', ' ', 'g'))
  having count(distinct d.donor_key) > 1
  order by max(d.given_at) desc
  limit ${limit}
`

export type MergeDecision = {
  readonly id: string
  readonly donationId: string
  readonly otherDonationId: string
  readonly isSame: boolean
  /** Null for an erased account. */
  readonly author: string | null
  readonly decidedAt: Date
}

/** Returns the newest decisions of a charity's team, without those about anonymous donations. */
export const listMergeDecisions = async (db: Db, organizationId: bigint): Promise<MergeDecision[]> =>
  (
    await sql<MergeDecision>`
      select
        m.id,
        m.donation_id as "donationId",
        m.other_donation_id as "otherDonationId",
        m.is_same as "isSame",
        nullif(trim(concat_ws(' ', a.first_name, a.last_name)), '') as author,
        m.decided_at as "decidedAt"
      from charity_donors.merge_decision m
      join giving.donation d on d.id = m.donation_id and not d.is_anonymous
      join giving.donation o on o.id = m.other_donation_id and not o.is_anonymous
      left join identity.account a on a.id = m.decided_by
      where m.organization_id = ${organizationId}
      order by m.decided_at desc, m.id desc
      limit 100
    `.execute(db)
  ).rows

/** Inserts a decision; returns false if there is already one about these two donations. */
export async function insertMergeDecision(
  tx: Tx,
  decision: {
    readonly id: string
    readonly organizationId: bigint
    readonly donationIds: readonly [string, string]
    readonly isSame: boolean
    readonly by: string
    readonly at: Date
  },
): Promise<boolean> {
  const [donationId = '', otherDonationId = ''] = decision.donationIds.toSorted()
  const inserted = await tx
    .insertInto('charity_donors.merge_decision')
    .values({
      id: decision.id,
      organization_id: decision.organizationId,
      donation_id: donationId,
      other_donation_id: otherDonationId,
      is_same: decision.isSame,
      decided_by: decision.by,
      decided_at: decision.at,
    })
    .onConflict((conflict) => conflict.columns(['donation_id', 'other_donation_id']).doNothing())
    .returning('id')
    .execute()
  return inserted.length > 0
}

/** Deletes a decision of a charity; returns it, or undefined if there is none with this id. */
export const deleteMergeDecision = (
  tx: Tx,
  { organizationId, id }: { readonly organizationId: bigint; readonly id: string },
) =>
  tx
    .deleteFrom('charity_donors.merge_decision')
    .where('id', '=', id)
    .where('organization_id', '=', organizationId)
    .returning(['donation_id as donationId', 'is_same as isSame'])
    .executeTakeFirst()
