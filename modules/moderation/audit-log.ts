import { stringify } from 'csv-stringify/sync'
import { type Entry, type EntryFilter, listEntries, record } from '#modules/audit/index.ts'
import { accountIdOf, type AccountViewer, contactsOf } from '#modules/identity/index.ts'
import { normaliseEmail } from '#modules/identity/rules/email.ts'
import { spreadsheetForm, textCell } from '#modules/receipts/rules/csv.ts'
import { isLocalDate } from '#shared/calendar.ts'
import type { RequestFacts } from '#shared/endpoint.ts'
import { isUuid } from '#shared/ids.ts'
import type { ModerationPorts } from './ports.ts'

const [pageSize, exportMax] = [100, 50_000]

export type AuditInput = {
  /** An account's id or e-mail. */
  readonly actor?: string | undefined
  readonly act?: string | undefined
  readonly object?: string | undefined
  /** Days in UTC, both included. */
  readonly from?: string | undefined
  readonly until?: string | undefined
}

/** What was done, newest first, a page at a time; an actor who is not known did nothing. */
export async function auditLog(ports: ModerationPorts, input: AuditInput & { readonly before?: string | undefined }) {
  const filter = await filterOf(ports, input)
  const rows = filter ? await listEntries(ports.db, filter, { before: input.before ? BigInt(input.before) : undefined, limit: pageSize + 1 }) : []
  const shown = rows.slice(0, pageSize)
  const names = await namesOf(ports, shown)
  return {
    entries: shown.map((entry) => ({ ...viewOf(entry), actor: (entry.actorId && names.get(entry.actorId)) || '' })),
    next: rows.length > pageSize ? String(shown.at(-1)!.id) : null,
  }
}

/** The same as a table for a spreadsheet, newest 50,000 at most: no cell runs as a formula (trust.md V101), and the export is itself an act. */
export async function exportAuditLog(ports: ModerationPorts, viewer: AccountViewer, facts: RequestFacts, input: AuditInput): Promise<Uint8Array> {
  const filter = await filterOf(ports, input)
  const rows = filter ? await listEntries(ports.db, filter, { limit: exportMax }) : []
  await ports.write((tx) =>
    record(tx, {
      actor: { kind: 'account', id: viewer.accountId },
      act: 'moderation.audit-exported',
      object: 'audit:log',
      at: ports.clock(),
      ip: facts.ip,
      // The account, not the e-mail that was typed: the audit holds ids only.
      details: {
        act: input.act ?? null,
        object: input.object ?? null,
        from: input.from ?? null,
        until: input.until ?? null,
        actor: filter?.actorId ?? null,
        entries: rows.length,
      },
    }),
  )
  const head = ['id', 'at', 'actor_kind', 'actor_id', 'act', 'object', 'ip', 'details']
  const lines = rows.map((entry) => {
    const { id, at, actorKind, actorId, act, object, ip, details } = viewOf(entry)
    return [id, at, actorKind, textCell(actorId ?? ''), textCell(act), textCell(object), textCell(ip ?? ''), textCell(JSON.stringify(details))]
  })
  return Buffer.from(stringify([head, ...lines], spreadsheetForm))
}

const viewOf = ({ id, at, actorKind, actorId, act, object, ip, details }: Entry) => ({
  id: String(id),
  at: at.toISOString(),
  actorKind,
  actorId,
  act,
  object,
  ip,
  details,
})

/** Undefined: nobody is called that. */
async function filterOf(ports: ModerationPorts, { actor, act, object, from, until }: AuditInput): Promise<EntryFilter | undefined> {
  const actorId = actor && !isUuid(actor) ? await accountIdOf(ports.db, normaliseEmail(actor)) : actor
  if (actor && !actorId) return undefined
  return {
    actorId: actorId || undefined,
    act: act || undefined,
    object: object || undefined,
    from: from && isLocalDate(from) ? new Date(`${from}T00:00:00Z`) : undefined,
    until: until && isLocalDate(until) ? new Date(new Date(`${until}T00:00:00Z`).getTime() + 86_400_000) : undefined,
  }
}

/** Names of accounts, where they still have one; entries hold ids only. */
async function namesOf(ports: ModerationPorts, entries: readonly Entry[]): Promise<Map<string, string>> {
  const ids = [...new Set(entries.flatMap(({ actorKind, actorId }) => (actorKind === 'account' && actorId ? [actorId] : [])))]
  return new Map((await contactsOf(ports.db, ids)).map(({ id, email, firstName, lastName }) => [id, email ?? `${firstName} ${lastName}`.trim()]))
}
