import { sql } from 'kysely'
import type { Db, Tx } from '#shared/ports.ts'
import '../tables.ts'

export type CampaignKind = 'fundraiser' | 'general-fund'

/** What staff need to know about a campaign to choose it for a list. */
export type ChosenCampaign = {
  readonly id: bigint
  readonly slug: string
  readonly name: string
  readonly language: string
  readonly kind: CampaignKind
  readonly status: number
  readonly endsAt: Date | null
}

const columns = ['id', 'slug', 'name', 'language', 'kind', 'status', 'ends_at as endsAt'] as const

/** Returns existing campaigns in the order of the ids. */
export async function chosenCampaigns(db: Db, ids: readonly bigint[]): Promise<ChosenCampaign[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('campaigns.campaign')
    .select(columns)
    .where('id', 'in', [...ids])
    .execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/** Returns a campaign that is or was public, by number or slug. */
export const findChosen = (
  db: Db,
  by: { readonly id: bigint } | { readonly slug: string },
): Promise<ChosenCampaign | undefined> =>
  db
    .selectFrom('campaigns.campaign')
    .select(columns)
    .where('status', '<>', 0)
    .where((of) => ('id' in by ? of('id', '=', by.id) : of('slug', '=', by.slug)))
    .executeTakeFirst()

/** Returns the generally featured campaigns of one kind, in their order. */
export const rankedFirst = async (db: Db, kind: CampaignKind): Promise<bigint[]> =>
  (
    await db
      .selectFrom('campaigns.campaign')
      .select('id')
      .where('kind', '=', kind)
      .where('featured_rank', 'is not', null)
      .orderBy('featured_rank')
      .orderBy('id')
      .execute()
  ).map(({ id }) => id)

/** Sets the generally featured campaigns of one kind, in this order. */
export async function rankFirst(tx: Tx, kind: CampaignKind, ids: readonly bigint[]): Promise<void> {
  await sql`update campaigns.campaign c set featured_rank = w.rank
    from (select o.id, x.rank::smallint as rank from campaigns.campaign o left join unnest(${[...ids]}::bigint[]) with ordinality x (id, rank) on x.id = o.id
      where o.kind = ${kind} and (o.featured_rank is not null or o.id = any(${[...ids]}::bigint[]))) w
    where c.id = w.id and c.featured_rank is distinct from w.rank`.execute(tx)
}
