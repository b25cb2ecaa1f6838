import { sql } from 'kysely'
import type { Db, Tx } from '#shared/ports.ts'
import type { DisabledReason } from '../tables.ts'
import '../tables.ts'

/** An endpoint of a charity, without its secrets. */
export type WebhookEndpoint = {
  readonly id: string
  readonly organizationId: bigint
  readonly url: string
  readonly events: readonly string[]
  readonly createdAt: Date
  readonly formerValidUntil: Date | null
  /** The first failed attempt since the last success. */
  readonly failingSince: Date | null
  readonly disabledAt: Date | null
  readonly disabledReason: DisabledReason | null
}

const selected = (db: Db) =>
  db
    .selectFrom('webhooks.endpoint')
    .select([
      'id',
      'organization_id as organizationId',
      'url',
      'events',
      'created_at as createdAt',
      'former_valid_until as formerValidUntil',
      'failing_since as failingSince',
      'disabled_at as disabledAt',
      'disabled_reason as disabledReason',
    ])

/** Lists the endpoints of a charity, oldest first. */
export const listEndpoints = (db: Db, organizationId: bigint): Promise<WebhookEndpoint[]> =>
  selected(db).where('organization_id', '=', organizationId).orderBy('created_at').orderBy('id').execute()

type EndpointOfCharity = { readonly organizationId: bigint; readonly id: string }

/** Returns an endpoint of this charity; undefined for one of another charity. */
export const findEndpoint = (db: Db, { organizationId, id }: EndpointOfCharity): Promise<WebhookEndpoint | undefined> =>
  selected(db).where('organization_id', '=', organizationId).where('id', '=', id).executeTakeFirst()

/** Locks an endpoint of this charity until the transaction ends; undefined for one of another charity. */
export const lockEndpoint = (tx: Tx, { organizationId, id }: EndpointOfCharity): Promise<WebhookEndpoint | undefined> =>
  selected(tx).where('organization_id', '=', organizationId).where('id', '=', id).forUpdate().executeTakeFirst()

export const insertEndpoint = (
  tx: Tx,
  endpoint: {
    readonly id: string
    readonly organizationId: bigint
    readonly url: string
    readonly events: readonly string[]
    /** Encrypted. */
    readonly secret: Buffer
    readonly createdBy: string
    readonly at: Date
  },
) =>
  tx
    .insertInto('webhooks.endpoint')
    .values({
      id: endpoint.id,
      organization_id: endpoint.organizationId,
      url: endpoint.url,
      events: [...endpoint.events],
      secret: endpoint.secret,
      created_by: endpoint.createdBy,
      created_at: endpoint.at,
    })
    .execute()

/** Saves the settings of an endpoint; enabling it starts a new count of failing days. */
export const saveEndpoint = (
  tx: Tx,
  endpoint: Pick<WebhookEndpoint, 'id' | 'url' | 'events' | 'disabledAt' | 'disabledReason' | 'failingSince'>,
) =>
  tx
    .updateTable('webhooks.endpoint')
    .set({
      url: endpoint.url,
      events: [...endpoint.events],
      disabled_at: endpoint.disabledAt,
      disabled_reason: endpoint.disabledReason,
      failing_since: endpoint.failingSince,
    })
    .where('id', '=', endpoint.id)
    .execute()

/** Replaces the secret; the current one becomes the former one until `formerValidUntil`, or ends at once (null). */
export const replaceSecret = (
  tx: Tx,
  input: { readonly id: string; readonly secret: Buffer; readonly formerValidUntil: Date | null },
) =>
  tx
    .updateTable('webhooks.endpoint')
    .set({
      secret: input.secret,
      former_secret: input.formerValidUntil === null ? null : sql<Buffer>`secret`,
      former_valid_until: input.formerValidUntil,
    })
    .where('id', '=', input.id)
    .execute()

/** Deletes an endpoint with its deliveries. */
export const deleteEndpoint = (tx: Tx, id: string) => tx.deleteFrom('webhooks.endpoint').where('id', '=', id).execute()

/** Ends pending deliveries of an endpoint that was disabled, so that they can be sent again later. */
export const endPendingDeliveries = (tx: Tx, endpointId: string) =>
  tx
    .updateTable('webhooks.delivery')
    .set({ state: 'failed', due_at: null })
    .where('endpoint_id', '=', endpointId)
    .where('state', '=', 'pending')
    .execute()
