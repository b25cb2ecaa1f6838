import {
  findForm,
  latestRequest,
  insertMatches,
  listEntriesOfLists,
  newestListAt,
  organizationsToScreen,
  type ScreeningEntry,
  type ScreeningMatch,
  type StaffOrganization,
  findOrganizationForStaff,
} from '#modules/causes/organizations/index.ts'
import { decryptForm, formOfRequest } from '../form-encryption.ts'
import { listMaxDays, matchScore, screeningScore } from '#modules/causes/organizations/rules/screening.ts'
import { record } from '#modules/platform/audit/index.ts'
import type { Db } from '#shared/ports.ts'
import { dayMs } from '#shared/time.ts'
import type { CharityPorts } from '../ports.ts'

type NameToScreen = {
  readonly subject: ScreeningMatch['subject']
  readonly name: string
  readonly birthYear: number | null
}
type Entry = ScreeningEntry & { readonly list: string }

/** Returns the verification form that a charity sent last, or else its draft. */
export async function newestForm(ports: CharityPorts, db: Db, charity: Pick<StaffOrganization, 'id' | 'country'>) {
  const request = await latestRequest(db, charity.id)
  if (request) return formOfRequest(ports, request)
  const saved = await findForm(db, charity.id)
  return saved && decryptForm(ports, charity, saved.form)
}

/**
 * Returns the names of a charity to screen: its legal and public names, and the people in its newest form (content-26).
 */
async function namesOf(ports: CharityPorts, db: Db, organizationId: bigint): Promise<NameToScreen[]> {
  const charity = await findOrganizationForStaff(db, organizationId)
  if (!charity) return []
  const form = await newestForm(ports, db, charity)
  const names: NameToScreen[] = [
    { subject: 'public-name', name: charity.name, birthYear: null },
    ...(charity.nameAr ? [{ subject: 'public-name' as const, name: charity.nameAr, birthYear: null }] : []),
    ...(form && form.legalName !== charity.name
      ? [{ subject: 'legal-name' as const, name: form.legalName, birthYear: null }]
      : []),
    ...(form?.people ?? []).map(({ fullName, birthYear }) => ({
      subject: 'person' as const,
      name: fullName,
      birthYear,
    })),
  ]
  return names.filter(({ name }, index) => name !== '' && names.findIndex((other) => other.name === name) === index)
}

/** Whether a list was loaded recently enough to rely on. */
export async function isScreeningPossible(ports: Pick<CharityPorts, 'db' | 'clock'>): Promise<boolean> {
  const instant = await newestListAt(ports.db)
  return instant !== undefined && ports.clock().getTime() - instant.getTime() <= listMaxDays * dayMs
}

/**
 * Compares the names of a charity with every entry of the loaded lists and saves new matches. Returns their number
 * (content-26).
 */
async function screenCharity(
  ports: CharityPorts,
  organizationId: bigint,
  entries: readonly Entry[],
  more: readonly NameToScreen[] = [],
): Promise<number> {
  const names = [...(await namesOf(ports, ports.db, organizationId)), ...more]
  const instant = ports.clock()
  const matches = names.flatMap(({ subject, name, birthYear }) =>
    entries.flatMap((entry) => {
      const score = screeningScore({ name, birthYear }, entry)
      if (score < matchScore) return []
      return [
        {
          id: ports.newId(),
          organizationId,
          subject,
          screenedName: name,
          list: entry.list,
          entryId: entry.entryId,
          entryDigest: entry.digest,
          entryNames: entry.names,
          entrySource: entry.source,
          score,
          foundAt: instant,
        },
      ]
    }),
  )
  return ports.write(async (tx) => {
    const found = await insertMatches(tx, matches)
    await record(tx, {
      actor: { kind: 'system' },
      act: 'charities.screened',
      object: `organization:${organizationId}`,
      at: instant,
      details: { names: names.length, entries: entries.length, matches: found },
    })
    return found
  })
}

/** Screens every charity, such as after a list was loaded. Returns the number of new matches. */
export async function screenAllCharities(ports: CharityPorts): Promise<{ charities: number; matches: number }> {
  const entries = await listEntriesOfLists(ports.db)
  const ids = await organizationsToScreen(ports.db)
  let matches = 0
  for (const id of ids) matches += await screenCharity(ports, id, entries)
  return { charities: ids.length, matches }
}

/** Screens one charity and additional names against the current lists. */
export const screenWithLists = async (
  ports: CharityPorts,
  organizationId: bigint,
  more: readonly NameToScreen[] = [],
): Promise<number> => screenCharity(ports, organizationId, await listEntriesOfLists(ports.db), more)
