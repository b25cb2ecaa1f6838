import { sql } from 'kysely'
import type { Db, Tx } from '#shared/ports.ts'
import type { CampaignKind } from '../tables.ts'

/** The kinds of campaigns in lists and ad spots. Hosted pages and supporters' pages are listed with fundraisers. */
export type ListedKind = 'fundraiser' | 'general-fund'

const listedKind = (kind: CampaignKind): ListedKind => (kind === 'general-fund' ? kind : 'fundraiser')
const kindsOf = (kind: ListedKind): CampaignKind[] => (kind === 'fundraiser' ? [kind, 'hosted-page'] : [kind])

/** The data that staff need to choose a campaign for a list. */
export type ChosenCampaign = {
  readonly id: bigint
  readonly slug: string
  readonly name: string
  readonly language: string
  readonly kind: ListedKind
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
  const byId = new Map(rows.map((row) => [row.id, { ...row, kind: listedKind(row.kind) }]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/** Returns a campaign that is or was public, by number or slug. */
export const findChosen = async (
  db: Db,
  by: { readonly id: bigint } | { readonly slug: string },
): Promise<ChosenCampaign | undefined> => {
  const row = await db
    .selectFrom('campaigns.campaign')
    .select(columns)
    .where('status', '<>', 0)
    .where((eb) => ('id' in by ? eb('id', '=', by.id) : eb('slug', '=', by.slug)))
    .executeTakeFirst()
  return row && { ...row, kind: listedKind(row.kind) }
}

/** Returns the generally featured campaigns of one kind, in their order. */
export const listFeaturedCampaigns = async (db: Db, kind: ListedKind): Promise<bigint[]> =>
  (
    await db
      .selectFrom('campaigns.campaign')
      .select('id')
      .where('kind', 'in', kindsOf(kind))
      .where('featured_rank', 'is not', null)
      .orderBy('featured_rank')
      .orderBy('id')
      .execute()
  ).map(({ id }) => id)

/** Sets the generally featured campaigns of one kind, in this order. */
export async function setFeaturedCampaigns(tx: Tx, kind: ListedKind, ids: readonly bigint[]): Promise<void> {
  await sql`
    update campaigns.campaign c
    set featured_rank = w.rank
    from (
      select o.id, x.rank::smallint as rank
      from campaigns.campaign o
      left join unnest(${[...ids]}::bigint[])
      with ordinality x (id, rank) on x.id = o.id
      where o.kind = any(${kindsOf(kind)}::text[])
        and (o.featured_rank is not null or o.id = any(${[...ids]}::bigint[]))
    ) w
    where c.id = w.id and c.featured_rank is distinct from w.rank
  `.execute(tx)
}
