import { findEntryOfMatch, findMatch, findOrganizationForStaff } from '#modules/causes/organizations/index.ts'
import type { Db } from '#shared/ports.ts'
import type { CharityPorts } from '../ports.ts'
import { newestForm } from './screen.ts'

/** Returns a screening match with the charity, the person and the list's entry; undefined if it doesn't exist. */
export async function matchForStaff(ports: CharityPorts, db: Db, matchId: string) {
  const match = await findMatch(db, matchId)
  const charity = match && (await findOrganizationForStaff(db, match.organizationId))
  if (!match || !charity) return undefined
  const form = match.subject === 'person' ? await newestForm(ports, db, charity) : undefined
  return {
    match,
    charity,
    person: form?.people.find(({ fullName }) => fullName === match.screenedName),
    entry: await findEntryOfMatch(db, match),
  }
}

export type MatchForStaff = NonNullable<Awaited<ReturnType<typeof matchForStaff>>>
