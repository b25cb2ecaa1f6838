import { findCampaigns } from '#modules/causes/campaigns/index.ts'
import { listMembers } from '#modules/causes/organizations/index.ts'
import { type AuditEntry, listEntries } from '#modules/platform/audit/index.ts'
import { type AccountViewer, contactsOf, listStaff } from '#modules/platform/identity/index.ts'
import { lastOf } from '#shared/collections.ts'
import { authorizeForCharity } from '../authorize-for-charity.ts'
import type { CharityPorts } from '../ports.ts'

const pageSize = 50

/** What a charity learns nothing of: name screening (content-26). */
const hiddenActs = ['charities.screened', 'charities.match-judged'] as const

/**
 * Returns the charity's entries in the audit log for its owners and admins, newest first. Staff who
 * aren't members are only "staff"; `name` is null for them, for the system, and for erased accounts. `page` is the name
 * of the charity's page or fundraiser that an entry is about.
 */
export async function listCharityEntries(
  ports: CharityPorts,
  viewer: AccountViewer,
  input: { readonly organizationId: bigint; readonly before?: bigint | undefined },
) {
  const { charity } = await authorizeForCharity(ports, viewer, input.organizationId, 'audit', 'reading')
  const rows = await listEntries(
    ports.db,
    { object: `organization:${charity.id}`, exceptActs: hiddenActs },
    { before: input.before, limit: pageSize + 1 },
  )
  const entries = rows.slice(0, pageSize)
  const actors = [
    ...new Set(entries.flatMap(({ actorKind, actorId }) => (actorKind === 'account' && actorId ? [actorId] : []))),
  ]
  const [people, staff, members, pages] = await Promise.all([
    contactsOf(ports.db, actors),
    listStaff(ports.db),
    listMembers(ports.db, charity.id),
    findCampaigns(ports.db, [...new Set(entries.flatMap((entry) => pageIdOf(entry) ?? []))]),
  ])
  const memberIds = new Set(members.map(({ accountId }) => accountId))
  const staffIds = new Set(staff.map(({ id }) => id).filter((id) => !memberIds.has(id)))
  const names = new Map(people.map((person) => [person.id, `${person.firstName} ${person.lastName}`.trim()]))
  const pageNames = new Map(
    pages.flatMap((page) => (page.organizationId === charity.id ? [[page.id, page.name] as const] : [])),
  )
  return {
    timeZone: charity.timeZone,
    entries: entries.map((entry) => {
      const { id, act, at, actorKind, actorId } = entry
      const pageId = pageIdOf(entry)
      const isStaff = actorKind === 'account' && actorId !== null && staffIds.has(actorId)
      return {
        id: String(id),
        at,
        act,
        actor: isStaff ? ('staff' as const) : actorKind,
        name: actorKind === 'account' && actorId && !isStaff ? (names.get(actorId) ?? null) : null,
        page: pageId === undefined ? null : (pageNames.get(pageId) ?? null),
      }
    }),
    next: rows.length > pageSize ? String(lastOf(entries).id) : null,
  }
}

/** Returns the id of the page or fundraiser in the details of an entry. */
function pageIdOf({ details }: AuditEntry): bigint | undefined {
  if (typeof details !== 'object' || details === null) return undefined
  const { campaignId } = details as { readonly campaignId?: unknown }
  return typeof campaignId === 'string' && /^\d{1,18}$/.test(campaignId) ? BigInt(campaignId) : undefined
}
