import { type AccountViewer, lockAccount } from '#modules/platform/identity/index.ts'
import { type LocalDate, localDateIn } from '#shared/calendar.ts'
import { Problem } from '#shared/problem.ts'
import type { ZakatPorts } from './ports.ts'
import { encryptAnswers } from './profile-answers.ts'
import { countRevisions, insertProfile, listProfiles, type SavedProfile } from './profile-queries.ts'
import { calculateZakat, isSavable, type ZakatResult } from './rules/calculator/calculate-zakat.ts'
import type { ZakatInput } from './rules/calculator/zakat-input.ts'
import { anchorOf, type ZakatAnchor } from './rules/tracking/anniversaries.ts'
import { latestProfile, planZakatYear } from './rules/tracking/zakat-profile.ts'
import type { SavableStatus } from './tables.ts'

/** Maximum number of an account's revisions; only a program that saves in a loop reaches it. */
const revisionsMax = 500

export type ProfileRequest = {
  /** The answers, as the browser calculated with them. */
  readonly input: ZakatInput
  /** The result that the browser showed: zakat in minor units and the status. */
  readonly zakat: bigint
  readonly status: string
  readonly timeZone: string
  /** The day of the zakat year, if the donor changed it. */
  readonly zakatDate: LocalDate | undefined
}

/**
 * Saves a zakat year as a new revision, which applies from now on (zakat-16). The result is recalculated from the
 * answers, which are encrypted. Throws without consent (`consent-needed`), for invalid input, if the result differs
 * from the displayed one (`zakat-result-differs`), and if it can't be saved (`zakat-not-savable`).
 */
export async function saveProfile(
  ports: ZakatPorts,
  viewer: AccountViewer,
  request: ProfileRequest,
): Promise<SavedProfile> {
  const { accountId } = viewer
  const now = ports.clock()
  const today = localDateIn(request.timeZone, now)
  if (!(await ports.hasZakatConsent(ports.db, accountId))) throw new Problem('conflict', 'consent-needed')
  const result = recalculate(request, today)
  const anchor = anchorFor(request, result, latestProfile(await listProfiles(ports, accountId)))
  return ports.write(async (tx) => {
    // Serializes saving and withdrawing of an account, and saves nothing after it was erased.
    if (!(await lockAccount(tx, accountId))) throw new Problem('authentication', 'session-ended')
    if (!(await ports.hasZakatConsent(tx, accountId))) throw new Problem('conflict', 'consent-needed')
    if ((await countRevisions(tx, accountId)) >= revisionsMax) throw new Problem('conflict', 'too-many-zakat-profiles')
    const id = ports.newId()
    const profile: SavedProfile = {
      id,
      ...planZakatYear(anchor, today),
      zakatDue: result.zakat,
      status: result.status as SavableStatus,
      anchor,
      timeZone: request.timeZone,
      ruleSetId: result.ruleSetId,
      prices: result.prices,
      createdAt: now,
    }
    const encrypted = encryptAnswers(ports, { accountId, profileId: id }, { input: request.input, result })
    await insertProfile(tx, accountId, { ...profile, encrypted })
    return profile
  })
}

function recalculate({ input, zakat, status, zakatDate }: ProfileRequest, today: LocalDate): ZakatResult {
  const calculation = calculateZakat(input)
  if (!calculation.isValid)
    throw new Problem('validation', 'invalid-input', {
      fields: Object.fromEntries(calculation.refusals.map(({ path, ...fault }) => [`input.${path}`, fault])),
    })
  const { result } = calculation
  for (const [field, date] of [
    ['input.date', result.date],
    ['zakatDate', zakatDate],
  ] as const)
    if (date !== undefined && date > today)
      throw new Problem('validation', 'invalid-input', { fields: { [field]: { code: 'date-in-future' } } })
  // A child has a separate year and nisab, and a profile is the account holder's (zakat-12).
  if (!isSavable(result) || input.isForChild === true) throw new Problem('conflict', 'zakat-not-savable')
  if (result.zakat.amount !== zakat || result.status !== status) throw new Problem('conflict', 'zakat-result-differs')
  return result
}

/**
 * Returns the date of the zakat year: the donor's own, otherwise the start of an incomplete year, the stored date of
 * the same kind of year, or the zakat date of the calculation (zakat-16).
 */
function anchorFor(
  { input, zakatDate }: ProfileRequest,
  { status, choices: { year }, date }: ZakatResult,
  earlier: SavedProfile | null,
): ZakatAnchor {
  if (zakatDate !== undefined) return anchorOf(zakatDate, year)
  const startedOn = input.hawl?.startedOn
  if (status === 'NOT_YET_DUE' && startedOn !== undefined) return anchorOf(startedOn, year)
  return earlier?.anchor.year === year ? earlier.anchor : anchorOf(date, year)
}
