import { localDateIn } from '#shared/calendar.ts'
import type { RequestContext } from '#shared/endpoint.ts'
import type { Db, Tx } from '#shared/ports.ts'
import { type Fault, Problem } from '#shared/problem.ts'
import { record } from '#modules/platform/audit/index.ts'
import type { AccountViewer } from '#modules/platform/identity/index.ts'
import { getItem } from '../list-items.ts'
import {
  effectOf,
  type Performance,
  type PerformanceDays,
  type ReadRow,
  readPerformance,
  readPerformances,
  type RecordedShare,
} from './rules/read-performances.ts'
import { readAnimalNumbers } from './rules/share-numbers.ts'
import { deleteChoices, listChoices, lockChoices } from './choice-queries.ts'
import type { FulfilmentPorts } from './ports.ts'
import { findAllocation, type FrozenShare, listShares, lockAllocation, recordPerformances } from './share-queries.ts'

type OfItem = { readonly campaignId: bigint; readonly levelId: bigint }
/** The caller has checked that the viewer may edit the fundraiser. */
export type SharesConfirmation = OfItem & { readonly viewer: AccountViewer; readonly context: RequestContext }
/**
 * Numbers of shares confirmed, corrected, or already recorded with the same values; `settled`: shares skipped because
 * their donors have chosen a refund or sadaqah.
 */
export type Confirmed = {
  readonly new: number
  readonly changed: number
  readonly same: number
  readonly settled: number
}

/** Previews a file of performed shares row by row, without writing anything. */
export async function previewShares(
  ports: FulfilmentPorts,
  itemIds: OfItem & { readonly csv: string },
): Promise<ReadRow[]> {
  const days = await performanceDays(ports, itemIds)
  if (!(await findAllocation(ports.db, itemIds.levelId))) throw new Problem('conflict', 'qurbani-not-closed')
  return rowsOf(itemIds.csv, await recordedShares(ports.db, await listShares(ports.db, itemIds.levelId)), days)
}

function rowsOf(csv: string, shares: ReadonlyMap<number, RecordedShare>, days: PerformanceDays): ReadRow[] {
  const read = readPerformances(csv, shares, days)
  if ('fault' in read) throw invalidFields({ csv: read.fault })
  return [...read.rows]
}

const invalidFields = (fields: Readonly<Record<string, Fault>>) =>
  new Problem('validation', 'invalid-input', { fields })

/**
 * Returns the allowed days: from the first day of slaughter until today, in the time zone of the place of slaughter.
 */
async function performanceDays(ports: FulfilmentPorts, itemIds: OfItem): Promise<PerformanceDays> {
  const { item, window } = await getItem(ports, itemIds)
  return { from: window.performedFrom, to: localDateIn(item.timeZone, ports.clock()) }
}

async function recordedShares(db: Db, shares: readonly FrozenShare[]): Promise<Map<number, RecordedShare>> {
  const choices = await listChoices(db, [...new Set(shares.flatMap(({ donationId }) => donationId ?? []))])
  const chosen = new Set(choices.flatMap(({ donationId, choice }) => (choice ? [donationId] : [])))
  return new Map(
    shares.map(({ number, animal, donationId, performedOn, place }) => {
      const performance = performedOn && place ? { performedOn, place } : null
      const isSettled = performance === null && donationId !== null && chosen.has(donationId)
      return [number, { hasAnimal: animal !== null, performance, isSettled }]
    }),
  )
}

type Recorded = Performance & { readonly number: number; readonly effect: keyof Confirmed }

/** Confirms every share of a file, or none if a row has a fault (qurbani-11). The same file again changes nothing. */
export const confirmFile = (ports: FulfilmentPorts, confirming: SharesConfirmation, csv: string): Promise<Confirmed> =>
  confirm(ports, confirming, (shares, days) => {
    const rows = rowsOf(csv, shares.recorded, days)
    const faulty = rows.filter((row) => 'faults' in row).length
    if (faulty > 0) throw new Problem('validation', 'csv-has-faults', { params: { count: faulty } })
    return rows.flatMap((row) =>
      'faults' in row ? [] : [{ ...row.performance, number: row.number, effect: row.effect }],
    )
  })

export type TypedAnimals = { readonly animals: string; readonly performedOn: string; readonly place: string }

/**
 * Confirms all shares of the listed animals, such as `1-40, 45`, on one day at one place. Shares whose donors have
 * chosen a refund or sadaqah aren't changed.
 */
export const confirmAnimals = (
  ports: FulfilmentPorts,
  confirming: SharesConfirmation,
  typed: TypedAnimals,
): Promise<Confirmed> =>
  confirm(ports, confirming, (shares, days) => {
    const known = new Set(shares.all.flatMap(({ animal }) => animal ?? []))
    const numbers = readAnimalNumbers(typed.animals, known)
    const read = readPerformance(typed, days)
    if ('fault' in numbers || 'faults' in read)
      throw invalidFields({
        ...('fault' in numbers ? { animals: numbers.fault } : {}),
        ...('faults' in read ? read.faults : {}),
      })
    const chosen = new Set<number | null>(numbers.animals)
    return shares.all
      .filter(({ animal }) => chosen.has(animal))
      .map(({ number }) => {
        const share = shares.recorded.get(number)
        const effect = share?.isSettled ? 'settled' : effectOf(share?.performance ?? null, read.performance)
        return { ...read.performance, number, effect }
      })
  })

type Shares = { readonly all: readonly FrozenShare[]; readonly recorded: ReadonlyMap<number, RecordedShare> }

/**
 * Records the result of `readRows`. Confirmations of an item run one at a time; the locks on the questions serialize
 * them with donors' choices.
 */
async function confirm(
  ports: FulfilmentPorts,
  { campaignId, levelId, viewer, context }: SharesConfirmation,
  readRows: (shares: Shares, days: PerformanceDays) => readonly Recorded[],
): Promise<Confirmed> {
  const days = await performanceDays(ports, { campaignId, levelId })
  return ports.write(async (tx) => {
    if (!(await lockAllocation(tx, levelId))) throw new Problem('conflict', 'qurbani-not-closed')
    const all = await listShares(tx, levelId)
    await lockChoices(tx, [...new Set(all.flatMap(({ donationId }) => donationId ?? []))])
    const rows = readRows({ all, recorded: await recordedShares(tx, all) }, days)
    const recorded = rows.filter(({ effect }) => effect === 'new' || effect === 'changed')
    const instant = ports.clock()
    const count = (effect: Recorded['effect']) => rows.filter((row) => row.effect === effect).length
    const confirmed = { new: count('new'), changed: count('changed'), same: count('same'), settled: count('settled') }
    if (recorded.length === 0) return confirmed
    await recordPerformances(tx, levelId, recorded, instant)
    await withdrawQuestions(tx, all, new Set(recorded.map(({ number }) => number)))
    await record(tx, {
      actor: { kind: 'account', id: viewer.accountId },
      act: confirmed.changed > 0 ? 'qurbani.performances-corrected' : 'qurbani.shares-confirmed',
      object: `campaign:${campaignId}`,
      at: instant,
      ip: context.ip,
      details: { item: String(levelId), ...confirmed, corrections: correctionsOf(all, recorded) },
    })
    return confirmed
  })
}

/** An unanswered question is withdrawn once the last open share is confirmed. */
function withdrawQuestions(tx: Tx, all: readonly FrozenShare[], confirmed: ReadonlySet<number>): Promise<void> {
  const isOpen = ({ number, performedOn }: FrozenShare) => performedOn === null && !confirmed.has(number)
  const open = new Set(all.filter(isOpen).map(({ donationId }) => donationId))
  const ended = all.flatMap(({ number, donationId }) =>
    donationId !== null && confirmed.has(number) && !open.has(donationId) ? [donationId] : [],
  )
  return deleteChoices(tx, [...new Set(ended)])
}

/** Maximum corrections listed individually in an audit log entry. */
const correctionsMax = 200

/** The previous values of corrected shares. */
function correctionsOf(all: readonly FrozenShare[], recorded: readonly Recorded[]): string[] {
  const changed = new Set(recorded.filter(({ effect }) => effect === 'changed').map(({ number }) => number))
  return all
    .filter(({ number }) => changed.has(number))
    .slice(0, correctionsMax)
    .map(({ number, performedOn, place }) => `${number}: ${performedOn} ${place}`)
}
