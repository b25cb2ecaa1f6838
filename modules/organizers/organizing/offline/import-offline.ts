import { one } from '#shared/collections.ts'
import { createHash } from 'node:crypto'
import type { AccountViewer } from '#modules/platform/identity/index.ts'
import type { ResultOf, RequestContext } from '#shared/endpoint.ts'
import { localDateIn } from '#shared/calendar.ts'
import type { DateOrder } from '#shared/input/typed-day.ts'
import type { Currency } from '#shared/money.ts'
import { Problem } from '#shared/problem.ts'
import { campaignRunBy, runningData } from '#modules/causes/campaigns/index.ts'
import type { CharityVerification } from '#modules/causes/organizations/rules/verification.ts'
import { enterDonations } from './add-offline.ts'
import type { organizingContract } from '../contract.ts'
import type { OrganizingPorts } from '../ports.ts'
import { findByRequest, knownFingerprints, lockEntries, fingerprintOf } from '../queries/offline.ts'
import { readCsv, type ReadFile } from './read-csv.ts'

type Preview = ResultOf<typeof organizingContract, 'POST /v4/campaigns/:campaignId/offline/preview'>
type Imported = ResultOf<typeof organizingContract, 'POST /v4/campaigns/:campaignId/offline/import'>

const shownMax = 400

/** Returns the idempotency key of a row: importing a file again adds no second donation. */
const keyOfRow = (hash: string, row: number): string => `file:${hash}:${row}`

/** Returns what a file would import, row by row, without saving anything. */
export async function previewImport(
  ports: OrganizingPorts,
  viewer: AccountViewer,
  input: { campaignId: bigint; csv: string; dateOrder?: DateOrder | undefined },
): Promise<Preview> {
  const { file, currency } = await parseFor(ports, viewer, input)
  const [known, entered] = await Promise.all([
    knownFingerprints(ports.db, input.campaignId),
    findByRequest(
      ports.db,
      input.campaignId,
      file.rows.map(({ row }) => keyOfRow(file.hash, row)),
    ),
  ])
  return {
    rows: file.rows.map(({ row, draft, donation, faults }) => ({
      row,
      amount: draft.amount.slice(0, shownMax),
      receivedOn: draft.receivedOn.slice(0, shownMax),
      donorName: draft.donorName.slice(0, shownMax),
      method: draft.method.slice(0, shownMax),
      note: draft.note.slice(0, shownMax),
      faults: Object.entries(faults ?? {}).map(([field, fault]) => ({
        field,
        fault: { code: fault.code, ...(fault.params ? { params: { ...fault.params } } : {}) },
      })),
      looksKnown: donation !== undefined && known.has(fingerprintOf(donation)),
    })),
    faulty: file.rows.filter(({ faults }) => faults).length,
    sum: file.rows.reduce((sum, { donation }) => sum + (donation?.amount ?? 0n), 0n),
    currency,
    hash: file.hash,
    entered: entered.length,
    asksDateOrder: file.dates.isAmbiguous,
    likelyDateOrder: file.dates.likely ?? null,
  }
}

/**
 * Imports a previewed file, all rows or none. It must be the previewed file and have no faults, because a corrected
 * copy of a partly imported file would import its valid rows twice. Importing the file again adds only missing rows.
 */
export async function importOffline(
  ports: OrganizingPorts,
  viewer: AccountViewer,
  context: RequestContext,
  input: { campaignId: bigint; csv: string; dateOrder?: DateOrder | undefined; hash: string },
): Promise<Imported> {
  const { file, ...campaign } = await parseFor(ports, viewer, input)
  if (file.hash !== input.hash) throw new Problem('conflict', 'csv-changed')
  const faulty = file.rows.filter(({ faults }) => faults).length
  if (faulty > 0) throw new Problem('validation', 'csv-has-faults', { params: { count: faulty } })
  const importId = ports.newId()
  return ports.write(async (tx) => {
    await lockEntries(tx, input.campaignId)
    const known = await findByRequest(
      tx,
      input.campaignId,
      file.rows.map(({ row }) => keyOfRow(file.hash, row)),
    )
    const keys = new Set(known.map(({ requestKey }) => requestKey))
    const donations = file.rows
      .flatMap(({ row, donation }) => (donation ? [{ row, donation }] : []))
      .map(({ row, donation }) => ({
        donation,
        requestKey: keyOfRow(file.hash, row),
        requestHash: createHash('sha256').update(fingerprintOf(donation)).digest('base64url'),
      }))
      .filter(({ requestKey }) => !keys.has(requestKey))
    if (donations.length === 0)
      return { entered: 0, known: known.length, waiting: 0, importId: one(known).importId ?? importId }
    const { waiting } = await enterDonations(ports, tx, {
      viewer,
      context,
      campaignId: input.campaignId,
      ...campaign,
      at: ports.clock(),
      importId,
      donations,
    })
    return { entered: donations.length, known: known.length, waiting, importId }
  })
}

async function parseFor(
  ports: OrganizingPorts,
  viewer: AccountViewer,
  input: { campaignId: bigint; csv: string; dateOrder?: DateOrder | undefined },
): Promise<{ file: ReadFile; currency: Currency; timeZone: string; verification: CharityVerification }> {
  await campaignRunBy(ports, viewer, input.campaignId, 'offline')
  const { currency, timeZone, ...verification } = await runningData(ports, input.campaignId)
  return {
    file: readCsv(input.csv, { currency, today: localDateIn(timeZone, ports.clock()), dateOrder: input.dateOrder }),
    currency,
    timeZone,
    verification,
  }
}
