import { one, required } from '#shared/collections.ts'
import type { Tx } from '#shared/ports.ts'
import { findPaidDonations } from '#modules/money/giving/index.ts'
import { queueMails } from '#modules/platform/notifications/index.ts'
import type { ReceiptPorts } from './receipt-link.ts'
import {
  snapshotAddressOf,
  type ReceiptChanges,
  groupByIssuer,
  mailOf,
  type Pending,
  receiptOf,
  requestedSerials,
} from './issue-receipts.ts'
import {
  insertReceipts,
  insertVoid,
  type IssuedReceipt,
  liveReceiptsOfIntents,
  newestReceiptsOf,
  type ReceiptRow,
  serialKey,
  allocateSerials,
} from './queries/issued.ts'
import type { ReceiptSnapshot } from './rules/snapshot.ts'

/** The result for one payment and charity: the voided number, and the replacement, if any. */
export type RestatedReceipt = {
  readonly intentId: string
  readonly voided: string | null
  readonly receipt: { readonly id: string; readonly number: string; readonly snapshot: ReceiptSnapshot } | null
}

/** A receipt and the donations of its replacement. */
type Replaced = { readonly old: IssuedReceipt; readonly pending: Pending; readonly donor: ReceiptChanges['donor'] }

/**
 * Restates receipts after a refund or its reversal (receipts-3): voids the live one and, if any of its donations
 * remains, issues a replacement that names it. Runs in the caller's transaction, so that each donation has one live
 * receipt at any time. `reason` is stored with the void.
 */
export async function restateReceipts(
  ports: ReceiptPorts,
  tx: Tx,
  donationIds: readonly string[],
  reason: string,
): Promise<RestatedReceipt[]> {
  const instant = ports.clock()
  const before = await newestReceiptsOf(tx, donationIds)
  const pendingOf = await pendingByReceipt(tx, before)
  // The donor stays as on the previous receipt, including corrections by staff.
  const again = before.flatMap((old): Replaced[] => {
    const pending = pendingOf(old)
    return pending
      ? [
          {
            old,
            pending,
            donor: donorOf(old, pending, old.snapshot.donor.address ?? snapshotAddressOf(pending.donations)),
          },
        ]
      : []
  })
  for (const old of before) if (old.voidedAt === null) await insertVoid(tx, old.id, reason, instant)
  const issued = await issueReplacements(ports, tx, again, instant)
  return before.map((old) => {
    const receipt = issued.get(old)
    return {
      intentId: old.intentId,
      voided: old.voidedAt === null ? old.number : null,
      receipt: receipt ? { id: receipt.id, number: receipt.snapshot.number, snapshot: receipt.snapshot } : null,
    }
  })
}

/**
 * Replaces the live receipts of payments whose donor added a tax address, and emails the new ones, in the caller's
 * transaction (receipts-15). A receipt that would be the same stays: it was issued after the address was added, or
 * doesn't print it.
 */
export async function restateForAddresses(ports: ReceiptPorts, tx: Tx, intentIds: readonly string[]): Promise<void> {
  const instant = ports.clock()
  const live = await liveReceiptsOfIntents(tx, intentIds)
  const pendingOf = await pendingByReceipt(tx, live)
  const changed = live.flatMap((old): Replaced[] => {
    const pending = pendingOf(old)
    if (!pending) return []
    const replaced = {
      old,
      pending,
      donor: donorOf(old, pending, snapshotAddressOf(pending.donations) ?? old.snapshot.donor.address),
    }
    return printsTheSame(old.snapshot, receiptOf(ports, pending, 0n, instant, correctionOf(replaced)).snapshot)
      ? []
      : [replaced]
  })
  for (const { old } of changed) await insertVoid(tx, old.id, 'The donor gave a tax address.', instant)
  const issued = await issueReplacements(ports, tx, changed, instant)
  await queueMails(
    tx,
    changed.flatMap(({ old, pending }) =>
      mailOf(ports, { receipt: required(issued.get(old)), first: one(pending.donations), issuer: pending.issuer }),
    ),
    instant,
  )
}

/** Returns the remaining donations of each receipt. */
async function pendingByReceipt(
  tx: Tx,
  receipts: readonly IssuedReceipt[],
): Promise<(receipt: IssuedReceipt) => Pending | undefined> {
  const intentIds = [...new Set(receipts.map(({ intentId }) => intentId))]
  const pending = await groupByIssuer(tx, await findPaidDonations(tx, intentIds))
  const remaining = new Map(
    pending.map((pending) => [`${one(pending.donations).intentId}:${pending.issuer.id}`, pending]),
  )
  return ({ intentId, issuerId }) => remaining.get(`${intentId}:${issuerId}`)
}

const donorOf = (old: IssuedReceipt, { donations }: Pending, address: ReceiptChanges['donor']['address']) => ({
  name: old.snapshot.donor.name || one(donations).name,
  address,
})

const correctionOf = ({ old, donor }: Replaced): ReceiptChanges => ({
  revision: old.revision + 1,
  replaces: { number: old.number, issuedAt: old.issuedAt },
  donor,
})

/** Issues the next revision of void receipts, each with the next serial of its own year. */
async function issueReplacements(
  ports: ReceiptPorts,
  tx: Tx,
  replaced: readonly Replaced[],
  instant: Date,
): Promise<ReadonlyMap<IssuedReceipt, ReceiptRow>> {
  const issued = new Map<IssuedReceipt, ReceiptRow>()
  if (replaced.length === 0) return issued
  const last = await allocateSerials(tx, requestedSerials(replaced.map(({ pending }) => pending)))
  for (const replacedItem of replaced) {
    const { issuer, year } = replacedItem.pending
    const key = serialKey({ issuerId: issuer.id, year })
    const serial = required(last.get(key)) + 1n
    last.set(key, serial)
    issued.set(replacedItem.old, receiptOf(ports, replacedItem.pending, serial, instant, correctionOf(replacedItem)))
  }
  await insertReceipts(tx, [...issued.values()])
  return issued
}

/** Returns whether both receipts print the same donor and tax amounts. */
const printsTheSame = (old: ReceiptSnapshot, next: ReceiptSnapshot): boolean => {
  const essence = ({ kind, donor, lines, giftAid, eligible }: ReceiptSnapshot) =>
    canonical([kind, donor, lines, giftAid, eligible])
  return essence(old) === essence(next)
}

/** Serializes a value with sorted names, because PostgreSQL reorders them. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  )
