import type { Db, Tx } from '#shared/ports.ts'
import { addressKey } from '#shared/network.ts'
import './tables.ts'

/** A card that is being added. `setupId` is the provider's id, once it has responded. */
export type SetupRow = {
  readonly id: string
  /** Null if the card is a plan's. */
  readonly accountId: string | null
  readonly planId: string | null
  readonly provider: string
  readonly customerId: string
  readonly methodId: string
  readonly setupId: string | null
  readonly version: string
  readonly locale: string
  readonly ip: string
  readonly startedAt: Date
  readonly endedAt: Date | null
}

export const insertSetup = (tx: Tx, setup: Omit<SetupRow, 'accountId' | 'planId' | 'setupId' | 'endedAt'>) =>
  tx
    .insertInto('cards.setup')
    .values({
      id: setup.id,
      provider: setup.provider,
      customer_id: setup.customerId,
      method_id: setup.methodId,
      setup_id: null,
      text_version: setup.version,
      locale: setup.locale,
      ip: setup.ip,
      network: addressKey(setup.ip),
      started_at: setup.startedAt,
      ended_at: null,
    })
    .execute()

export const findSetup = (db: Db, id: string): Promise<SetupRow | undefined> =>
  db
    .selectFrom('cards.setup as s')
    .innerJoin('cards.customer as c', (join) =>
      join.onRef('c.provider', '=', 's.provider').onRef('c.customer_id', '=', 's.customer_id'),
    )
    .select([
      's.id',
      'c.account_id as accountId',
      'c.plan_id as planId',
      's.provider',
      's.customer_id as customerId',
      's.method_id as methodId',
      's.setup_id as setupId',
      's.text_version as version',
      's.locale',
      's.ip',
      's.started_at as startedAt',
      's.ended_at as endedAt',
    ])
    .where('s.id', '=', id)
    .executeTakeFirst()

/** Counts a customer's setups since an instant, whatever their result. */
export const countSetupsSince = async (db: Db, provider: string, customerId: string, since: Date): Promise<number> =>
  (
    await db
      .selectFrom('cards.setup')
      .select('id')
      .where('provider', '=', provider)
      .where('customer_id', '=', customerId)
      .where('started_at', '>', since)
      .execute()
  ).length

/** Counts the setups of a network that a bank declined since an instant. */
export const countDeclinesSince = async (db: Db, ip: string, since: Date): Promise<number> =>
  (
    await db
      .selectFrom('cards.setup')
      .select('id')
      .where('network', '=', addressKey(ip))
      .where('declined_at', '>', since)
      .execute()
  ).length

export const setProviderSetupId = (tx: Tx, id: string, setupId: string) =>
  tx.updateTable('cards.setup').set({ setup_id: setupId }).where('id', '=', id).execute()
/** Ends a setup; returns false if it had ended before. */
export const endSetup = async (tx: Tx, id: string, instant: Date): Promise<boolean> =>
  (await tx
    .updateTable('cards.setup')
    .set({ ended_at: instant })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .returning('id')
    .executeTakeFirst()) !== undefined
export const rejectSetup = (tx: Tx, id: string, instant: Date) =>
  tx
    .updateTable('cards.setup')
    .set({ ended_at: instant, declined_at: instant })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .execute()
export const deleteSetup = (tx: Tx, id: string) => tx.deleteFrom('cards.setup').where('id', '=', id).execute()

/** Returns a customer's setups, ended or not. */
export const findSetupsOf = (db: Db, provider: string, customerId: string) =>
  db
    .selectFrom('cards.setup')
    .select(['id', 'setup_id as setupId'])
    .where('provider', '=', provider)
    .where('customer_id', '=', customerId)
    .execute()
