import type { StaffOrganization } from '#modules/causes/organizations/index.ts'
import { canAct } from '#modules/causes/campaigns/rules/acts.ts'
import type { OrganizationAct } from '#modules/causes/organizations/rules/roles.ts'
import { authorizeForCharity } from '#modules/organizers/charities/index.ts'
import type { AccountViewer } from '#modules/platform/identity/index.ts'
import { lastOf } from '#shared/collections.ts'
import { Problem } from '#shared/problem.ts'
import type { ChangeFeedPorts } from './ports.ts'
import { type ChangesFilter, listChanges } from './queries/changes.ts'
import { type FeedPosition, readPosition, type RecordKind, writePosition } from './rules/feed-position.ts'

/** The input of each list. */
export type ChangesRequest = {
  readonly organizationId: string
  readonly updated_since?: string | undefined
  readonly after?: string | undefined
  readonly limit: number
}

/** A kind of records of a charity: who may list it, and how its changed records are read. */
export type RecordList<Item, Change extends FeedPosition = FeedPosition> = {
  readonly act: OrganizationAct | 'offline'
  readonly list: (db: ChangeFeedPorts['db'], filter: ChangesFilter) => Promise<Change[]>
  /** Returns the records by the key of their change (`keyOf`). A deleted record is absent. */
  readonly read: (
    ports: ChangeFeedPorts,
    charity: StaffOrganization,
    changes: readonly Change[],
  ) => Promise<ReadonlyMap<string, Item>>
}

/** Identifies the record of a change. */
export const keyOf = ({ objectId, part }: Pick<FeedPosition, 'objectId' | 'part'>): string => `${objectId}_${part}`

/** Lists the changes of one kind. */
export const changesOf =
  (kind: RecordKind): RecordList<never>['list'] =>
  (db, filter) =>
    listChanges(db, kind, filter)

/**
 * Returns a page of a charity's records by their last change, the earliest first (contract-17). Reads one change more
 * than it returns, to know whether there is a next page.
 */
export async function listChanged<Item extends object, Change extends FeedPosition>(
  ports: ChangeFeedPorts,
  viewer: AccountViewer,
  request: ChangesRequest,
  { act, list, read }: RecordList<Item, Change>,
): Promise<{ items: (Item & { readonly updatedAt: Date })[]; next: string | null }> {
  const charity = await authorize(ports, viewer, BigInt(request.organizationId), act)
  const found = await list(ports.db, {
    organizationId: charity.id,
    since: request.updated_since === undefined ? undefined : new Date(request.updated_since),
    after: request.after === undefined ? undefined : readPosition(request.after),
    limit: request.limit + 1,
  })
  const onPage = found.slice(0, request.limit)
  const records = onPage.length === 0 ? new Map<string, Item>() : await read(ports, charity, onPage)
  return {
    items: onPage.flatMap((change) => {
      const record = records.get(keyOf(change))
      return record ? [{ ...record, updatedAt: change.changedAt }] : []
    }),
    next: found.length > onPage.length ? writePosition(lastOf(onPage)) : null,
  }
}

/** Returns the charity if the account may list these records. Offline donations have the permission of fundraisers. */
async function authorize(
  ports: ChangeFeedPorts,
  viewer: AccountViewer,
  organizationId: bigint,
  act: OrganizationAct | 'offline',
): Promise<StaffOrganization> {
  const { charity, role } = await authorizeForCharity(
    ports,
    viewer,
    organizationId,
    act === 'offline' ? 'read' : act,
    'reading',
  )
  if (act === 'offline' && !canAct([`charity-${role}`], 'offline')) throw new Problem('authorization', 'not-allowed')
  return charity
}
