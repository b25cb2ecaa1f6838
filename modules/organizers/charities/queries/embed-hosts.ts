import type { Db, Tx } from '#shared/ports.ts'
import '../tables.ts'

/** Returns the websites that may frame a charity's donation form, in the order of the list. */
export const embedHostsOf = async (db: Db, organizationId: bigint): Promise<string[]> =>
  (
    await db
      .selectFrom('organizations.embed_host')
      .select('host')
      .where('organization_id', '=', organizationId)
      .orderBy('position')
      .execute()
  ).map(({ host }) => host)

/** Replaces the websites that may frame a charity's donation form. */
export async function replaceEmbedHosts(
  tx: Tx,
  input: {
    readonly organizationId: bigint
    readonly hosts: readonly string[]
    readonly byId: string
    readonly at: Date
  },
): Promise<void> {
  await tx.deleteFrom('organizations.embed_host').where('organization_id', '=', input.organizationId).execute()
  if (input.hosts.length === 0) return
  await tx
    .insertInto('organizations.embed_host')
    .values(
      input.hosts.map((host, index) => ({
        organization_id: input.organizationId,
        position: index + 1,
        host,
        added_at: input.at,
        added_by_account_id: input.byId,
      })),
    )
    .execute()
}
