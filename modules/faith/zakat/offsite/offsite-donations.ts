import { type AccountViewer, lockAccount } from '#modules/platform/identity/index.ts'
import { localDateIn } from '#shared/calendar.ts'
import { isUuid } from '#shared/ids.ts'
import { money, toMajor } from '#shared/money.ts'
import type { Tx } from '#shared/ports.ts'
import { Problem } from '#shared/problem.ts'
import {
  countOffsiteDonations,
  deleteOffsiteDonation,
  findOffsiteDonation,
  insertOffsiteDonations,
  lockOffsiteDonation,
  type OffsiteDonation,
  updateOffsiteDonation,
} from './offsite-queries.ts'
import type { ZakatPorts } from '../ports.ts'
import { listProfiles } from '../profile-queries.ts'
import { type OffsiteEntry, readOffsiteEntry, type TypedOffsiteEntry } from '../rules/tracking/offsite-entry.ts'
import { type OffsiteCsv, readOffsiteCsv } from '../rules/tracking/read-offsite-csv.ts'
import { type DonorPlace, zoneOf } from '../zakat-state.ts'

/** Maximum number of entries per account, since the state is computed from all entries of a year. */
const entriesMax = 5000

/** The donor's current date; entries can't be later. */
const todayOf = async (ports: ZakatPorts, viewer: AccountViewer, place: DonorPlace) =>
  localDateIn(zoneOf(await listProfiles(ports, viewer.accountId), place), ports.clock())

/** Adds zakat given elsewhere. Invalid input is rejected with an error per field (zakat-15, zakat-17). */
export async function addOffsiteDonation(
  ports: ZakatPorts,
  viewer: AccountViewer,
  typed: TypedOffsiteEntry,
  place: DonorPlace,
): Promise<OffsiteDonation> {
  const entry = checkedEntry(typed, await todayOf(ports, viewer, place))
  const [donation] = await ports.write((tx) => insertEntries(ports, tx, viewer, [entry]))
  return donation as OffsiteDonation
}

/** Reads an entry of the account; 404 if it belongs to another account. */
export async function readOffsiteDonation(
  ports: ZakatPorts,
  viewer: AccountViewer,
  id: string,
): Promise<OffsiteDonation> {
  const offsiteDonation = isUuid(id) ? await findOffsiteDonation(ports, viewer.accountId, id) : undefined
  if (!offsiteDonation) throw new Problem('not-found', 'not-found')
  return offsiteDonation
}

/** Changes the given fields. 404 if the entry belongs to another account. */
export async function changeOffsiteDonation(
  ports: ZakatPorts,
  viewer: AccountViewer,
  { id, ...change }: { readonly id: string } & { readonly [F in keyof TypedOffsiteEntry]?: string | undefined },
  place: DonorPlace,
): Promise<OffsiteDonation> {
  if (!isUuid(id)) throw new Problem('not-found', 'not-found')
  const today = await todayOf(ports, viewer, place)
  return ports.write(async (tx) => {
    const row = await lockOffsiteDonation(tx, viewer.accountId, id)
    if (!row) throw new Problem('not-found', 'not-found')
    const typed = {
      date: change.date ?? row.givenOn,
      amount: change.amount ?? toMajor(money(row.amount, row.currency)),
      currency: change.currency ?? row.currency,
      note: change.note ?? row.note,
    }
    const entry = checkedEntry(typed, today)
    await updateOffsiteDonation(tx, id, entry, ports.clock())
    return { id: id.toLowerCase(), ...entry }
  })
}

/** Deletes an entry of the account; 404 if it belongs to another account. */
export async function removeOffsiteDonation(ports: ZakatPorts, viewer: AccountViewer, id: string): Promise<void> {
  const isDeleted = isUuid(id) && (await ports.write((tx) => deleteOffsiteDonation(tx, viewer.accountId, id)))
  if (!isDeleted) throw new Problem('not-found', 'not-found')
}

/**
 * Reads a CSV file of zakat given elsewhere and saves every row, or none if there is an error (zakat-22). With
 * `isPreview`, saves nothing and returns the errors instead of throwing them.
 */
export async function importOffsiteDonations(
  ports: ZakatPorts,
  viewer: AccountViewer,
  { csv, isPreview }: { readonly csv: string; readonly isPreview: boolean },
  place: DonorPlace,
): Promise<OffsiteCsv & { readonly isSaved: boolean }> {
  const file = readOffsiteCsv(csv, await todayOf(ports, viewer, place))
  if (isPreview) return { ...file, isSaved: false }
  if (file.refusals.length > 0)
    throw new Problem('validation', 'csv-has-faults', {
      params: { count: file.refusals.length },
      more: { refusals: file.refusals },
    })
  await ports.write((tx) => insertEntries(ports, tx, viewer, file.entries))
  return { ...file, isSaved: true }
}

function checkedEntry(typed: TypedOffsiteEntry, today: Parameters<typeof readOffsiteEntry>[1]): OffsiteEntry {
  const read = readOffsiteEntry(typed, today)
  if ('faults' in read) throw new Problem('validation', 'invalid-input', { fields: read.faults })
  return read.entry
}

async function insertEntries(
  ports: ZakatPorts,
  tx: Tx,
  { accountId }: AccountViewer,
  entries: readonly OffsiteEntry[],
): Promise<readonly OffsiteDonation[]> {
  if (!(await lockAccount(tx, accountId))) throw new Problem('authentication', 'session-ended')
  if ((await countOffsiteDonations(tx, accountId)) + entries.length > entriesMax)
    throw new Problem('conflict', 'too-many-offsite-donations', { params: { max: entriesMax } })
  const donations = entries.map(({ date, amount, note }) => ({ id: ports.newId(), date, amount, note }))
  await insertOffsiteDonations(tx, accountId, donations, ports.clock())
  return donations
}
