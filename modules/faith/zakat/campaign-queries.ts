import type { Ports } from '#shared/ports.ts'

export type CampaignName = { readonly id: bigint; readonly name: string; readonly slug: string }

/** Returns names and slugs of campaigns by id. */
export async function campaignsById(
  ports: Pick<Ports, 'statement'>,
  ids: readonly bigint[],
): Promise<ReadonlyMap<bigint, CampaignName>> {
  if (ids.length === 0) return new Map()
  const rows = await ports.statement<CampaignName>(
    'zakat.campaigns',
    `select id, name, slug from campaigns.campaign where id = any($1::bigint[])`,
    [[...new Set(ids)]],
  )
  return new Map(rows.map((row) => [row.id, row]))
}
