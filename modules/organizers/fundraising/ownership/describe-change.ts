import { listMembers, findOwnershipChange, findOrganizationForStaff } from '#modules/causes/organizations/index.ts'
import { contactsOf } from '#modules/platform/identity/index.ts'
import type { Db } from '#shared/ports.ts'

/**
 * Returns what staff read of a change of ownership, by field name: the people concerned with their email addresses, the
 * other owners, and the first reviewer's decision. Undefined if it doesn't exist.
 */
export async function describeOwnershipChange(db: Db, changeId: string) {
  const change = await findOwnershipChange(db, changeId)
  const charity = change && (await findOrganizationForStaff(db, change.organizationId))
  if (!change || !charity) return undefined
  const owners = (await listMembers(db, charity.id)).filter(({ role }) => role === 'owner')
  const ids = [change.ownerId, change.successorId, change.requestedById].flatMap((id) => id ?? [])
  const people = new Map(
    (await contactsOf(db, [...new Set([...ids, ...owners.map(({ accountId }) => accountId)])])).map((person) => [
      person.id,
      person,
    ]),
  )
  const nameOf = (id: string | null): string => {
    const person = id === null ? undefined : people.get(id)
    return person ? `${person.firstName} ${person.lastName} <${person.email ?? ''}>`.trim() : ''
  }
  const texts: Record<string, string> = {
    'requested-by': nameOf(change.requestedById),
    ...(change.ownerId ? { 'former-owner': nameOf(change.ownerId), 'role-afterwards': change.role ?? 'none' } : {}),
    ...(change.successorId ? { 'new-owner': nameOf(change.successorId) } : {}),
    owners: owners.map(({ accountId }) => nameOf(accountId)).join('\n'),
  }
  return { charity, texts, proposal: change.proposedDecision, proposedById: change.proposedById }
}
