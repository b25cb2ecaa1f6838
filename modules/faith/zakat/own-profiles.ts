import type { AccountViewer } from '#modules/platform/identity/index.ts'
import { isUuid } from '#shared/ids.ts'
import { Problem } from '#shared/problem.ts'
import type { ZakatPorts } from './ports.ts'
import { type Answers, decryptAnswers } from './profile-answers.ts'
import { deletePeriod, findProfile, listProfiles, type SavedProfile } from './profile-queries.ts'
import { comparePeriods } from './rules/tracking/anniversaries.ts'

/**
 * Lists the zakat years of a user, latest period first. Accounts have no user name; their id and their email are
 * accepted. 404 for other accounts.
 */
export async function listProfilesOfUser(
  ports: ZakatPorts,
  viewer: AccountViewer,
  userName: string,
): Promise<readonly SavedProfile[]> {
  const isOwn = userName === viewer.accountId || userName.trim().toLowerCase() === viewer.email.toLowerCase()
  if (!isOwn) throw new Problem('not-found', 'not-found')
  const profiles = await listProfiles(ports, viewer.accountId)
  return profiles.toSorted((a, b) => comparePeriods(b.period, a.period))
}

/** Reads a profile with decrypted answers and result; 404 if it belongs to another account. */
export async function readProfile(
  ports: ZakatPorts,
  viewer: AccountViewer,
  id: string,
): Promise<{ readonly profile: SavedProfile; readonly answers: Answers }> {
  const { encrypted, ...profile } = await ownProfile(ports, viewer, id)
  return { profile, answers: decryptAnswers(ports, { accountId: viewer.accountId, profileId: profile.id }, encrypted) }
}

/** Deletes a zakat year of the account with all its revisions. */
export async function deleteProfile(ports: ZakatPorts, viewer: AccountViewer, id: string): Promise<void> {
  const { period } = await ownProfile(ports, viewer, id)
  await ports.write((tx) => deletePeriod(tx, viewer.accountId, period))
}

async function ownProfile(ports: ZakatPorts, viewer: AccountViewer, id: string) {
  const zakatYearProfile = isUuid(id) ? await findProfile(ports, viewer.accountId, id) : undefined
  if (!zakatYearProfile) throw new Problem('not-found', 'not-found')
  return zakatYearProfile
}
