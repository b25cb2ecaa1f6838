import type { Db, Tx } from '#shared/ports.ts'
import '../tables.ts'

/** Returns the current address of the charity that had this earlier one; undefined if none had it (content-33). */
export const findPresentSubdomain = async (db: Db, former: string): Promise<string | undefined> =>
  (
    await db
      .selectFrom('organizations.former_subdomain as f')
      .innerJoin('organizations.organization as o', 'o.id', 'f.organization_id')
      .select('o.slug')
      .where('f.subdomain', '=', former)
      .executeTakeFirst()
  )?.slug

/** Whether a charity has or had this subdomain. */
export const isSubdomainOfCharity = async (db: Db, subdomain: string): Promise<boolean> =>
  (await db
    .selectFrom('organizations.organization')
    .select('id')
    .where('slug', '=', subdomain)
    .union(
      db
        .selectFrom('organizations.former_subdomain')
        .select('organization_id as id')
        .where('subdomain', '=', subdomain),
    )
    .executeTakeFirst()) !== undefined

/** Lists the earlier addresses of a charity, latest first. */
export const formerSubdomains = (
  db: Db,
  organizationId: bigint,
): Promise<{ readonly subdomain: string; readonly changedAt: Date }[]> =>
  db
    .selectFrom('organizations.former_subdomain')
    .select(['subdomain', 'changed_at as changedAt'])
    .where('organization_id', '=', organizationId)
    .orderBy('changed_at', 'desc')
    .execute()

/** Locks a charity and returns its address. */
export const lockSubdomain = async (tx: Tx, organizationId: bigint): Promise<string | undefined> =>
  (
    await tx
      .selectFrom('organizations.organization')
      .select('slug')
      .where('id', '=', organizationId)
      .forUpdate()
      .executeTakeFirst()
  )?.slug

/** Changes a charity's address and stores the earlier one. The charity may take back one of its own. */
export async function replaceSubdomain(
  tx: Tx,
  input: {
    readonly organizationId: bigint
    readonly from: string
    readonly to: string
    readonly byId: string
    readonly at: Date
  },
): Promise<void> {
  await tx
    .deleteFrom('organizations.former_subdomain')
    .where('subdomain', '=', input.to)
    .where('organization_id', '=', input.organizationId)
    .execute()
  await tx
    .insertInto('organizations.former_subdomain')
    .values({
      subdomain: input.from,
      organization_id: input.organizationId,
      changed_at: input.at,
      changed_by_account_id: input.byId,
    })
    .execute()
  await tx
    .updateTable('organizations.organization')
    .set({ slug: input.to })
    .where('id', '=', input.organizationId)
    .execute()
}
