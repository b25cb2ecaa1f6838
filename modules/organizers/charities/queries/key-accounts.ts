import type { Db } from '#shared/ports.ts'

/** Returns the accounts of a charity's API keys (security-21). */
export const keyAccountsOf = async (db: Db, organizationId: bigint): Promise<string[]> =>
  (
    await db
      .selectFrom('organizations.member as m')
      .innerJoin('identity.account as a', 'a.id', 'm.account_id')
      .select('m.account_id as accountId')
      .where('m.organization_id', '=', organizationId)
      .where('a.kind', '=', 'api-key')
      .execute()
  ).map(({ accountId }) => accountId)
