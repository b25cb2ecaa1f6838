import { lastOf } from '#shared/collections.ts'
import { dayMs } from '#shared/time.ts'
import { type AuditEntry, type EntryFilter, listEntries, record } from '#modules/platform/audit/index.ts'
import { accountIdOf, contactsOf, type AccountViewer } from '#modules/platform/identity/index.ts'
import { normalizeEmail } from '#modules/platform/identity/rules/email.ts'
import { type Cell, writeSpreadsheet } from '#modules/organizers/organizing/index.ts'
import { isLocalDate } from '#shared/calendar.ts'
import type { RequestContext } from '#shared/endpoint.ts'
import { isUuid } from '#shared/ids.ts'
import type { ModerationPorts } from './ports.ts'
import { charitiesToChoose, namesOfObjects, objectsOfCharity } from './queries/audit-names.ts'

const pageSize = 100

export type AuditInput = {
  /** An account's id or email address. */
  readonly actor?: string | undefined
  readonly act?: string | undefined
  readonly object?: string | undefined
  /** A charity's id. */
  readonly charity?: string | undefined
  /** Days in UTC, both included. */
  readonly from?: string | undefined
  readonly until?: string | undefined
}

/** Returns audit entries, newest first, by page; an unknown actor has none. */
export async function auditLog(ports: ModerationPorts, input: AuditInput & { readonly before?: string | undefined }) {
  const filter = await filterOf(ports, input)
  const rows = filter
    ? await listEntries(ports.db, filter, {
        before: input.before ? BigInt(input.before) : undefined,
        limit: pageSize + 1,
      })
    : []
  const entries = rows.slice(0, pageSize)
  const [people, objects, charities] = await Promise.all([
    peopleOf(ports, entries),
    namesOfObjects(ports.db, [...new Set(entries.map(({ object }) => object))]),
    charitiesToChoose(ports.db),
  ])
  return {
    entries: entries.map((entry) => {
      const person = entry.actorId ? people.get(entry.actorId) : undefined
      return {
        ...viewOf(entry),
        actor: person?.email ?? person?.name ?? '',
        actorName: person?.name ?? '',
        objectName: objects.get(entry.object) ?? null,
      }
    }),
    next: rows.length > pageSize ? String(lastOf(entries).id) : null,
    charities: charities.map(({ id, name }) => ({ id: String(id), name })),
  }
}

/**
 * Exports audit entries as a table, newest first. No cell runs as a formula (security-12), and the export itself is
 * audited.
 */
export async function exportAuditLog(
  ports: ModerationPorts,
  viewer: AccountViewer,
  context: RequestContext,
  input: AuditInput,
  { most }: { readonly most?: number } = {},
): Promise<Uint8Array> {
  const filter = await filterOf(ports, input)
  const { csv, rows } = await ports.readForExport(context, ({ db }) =>
    writeSpreadsheet<AuditEntry>({
      locale: context.locale,
      head: ['id', 'at', 'actor_kind', 'actor_id', 'act', 'object', 'ip', 'details'],
      page: async (last, limit) => (filter ? listEntries(db, filter, { before: last?.id, limit }) : []),
      cells: async (entries) => entries.map(cellsOf),
      most,
    }),
  )
  await ports.write((tx) =>
    record(tx, {
      actor: { kind: 'account', id: viewer.accountId },
      act: 'moderation.audit-exported',
      object: 'audit:log',
      at: ports.clock(),
      ip: context.ip,
      // The audit log stores account ids, never the typed email address.
      details: {
        act: input.act ?? null,
        object: input.object ?? null,
        charity: input.charity ?? null,
        from: input.from ?? null,
        until: input.until ?? null,
        actor: filter?.actorId ?? null,
        entries: rows,
      },
    }),
  )
  return Buffer.from(csv)
}

const cellsOf = (entry: AuditEntry): Cell[] => {
  const { id, at, actorKind, actorId, act, object, ip, details } = viewOf(entry)
  return [
    { plain: id },
    { plain: at.toISOString() },
    { plain: actorKind },
    actorId ?? '',
    act,
    object,
    ip ?? '',
    JSON.stringify(details),
  ]
}

const viewOf = ({ id, at, actorKind, actorId, act, object, ip, details }: AuditEntry) => ({
  id: String(id),
  at,
  actorKind,
  actorId,
  act,
  object,
  ip,
  details,
})

/** Converts the input to a filter; undefined if there is no such actor. */
async function filterOf(
  ports: ModerationPorts,
  { actor, act, object, charity, from, until }: AuditInput,
): Promise<EntryFilter | undefined> {
  const actorId = actor && !isUuid(actor) ? await accountIdOf(ports.db, normalizeEmail(actor)) : actor
  if (actor && !actorId) return undefined
  return {
    actorId: actorId || undefined,
    act: act || undefined,
    object: object || undefined,
    objects: charity ? await objectsOfCharity(ports.db, BigInt(charity)) : undefined,
    from: from && isLocalDate(from) ? new Date(`${from}T00:00:00Z`) : undefined,
    until: until && isLocalDate(until) ? new Date(new Date(`${until}T00:00:00Z`).getTime() + dayMs) : undefined,
  }
}

/** Returns the accounts of entries that aren't erased, because entries store ids only. */
async function peopleOf(
  ports: ModerationPorts,
  entries: readonly AuditEntry[],
): Promise<Map<string, { readonly email: string | null; readonly name: string }>> {
  const ids = [
    ...new Set(entries.flatMap(({ actorKind, actorId }) => (actorKind === 'account' && actorId ? [actorId] : []))),
  ]
  return new Map(
    (await contactsOf(ports.db, ids)).map(({ id, email, firstName, lastName }) => [
      id,
      { email, name: `${firstName} ${lastName}`.trim() },
    ]),
  )
}
