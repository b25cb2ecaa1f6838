import { one, required } from '#shared/collections.ts'
import type { Tx } from '#shared/ports.ts'
import { paidDonations } from '#modules/money/giving/index.ts'
import type { NotificationPorts } from '#modules/platform/notifications/index.ts'
import { addressOf, groupByIssuer, receiptOf, wantedSerials } from './issue-receipts.ts'
import {
  insertReceipts,
  insertVoid,
  type IssuedReceipt,
  newestReceiptsOf,
  type ReceiptRow,
  serialKey,
  takeSerials,
} from './queries/issued.ts'
import type { Snapshot } from './rules/snapshot.ts'

/**
 * What became of the receipt of one payment to one charity: the number that is void now, and what stands instead, if
 * anything.
 */
export type Restated = {
  readonly intentId: string
  readonly voided: string | null
  readonly receipt: { readonly id: string; readonly number: string; readonly snapshot: Snapshot } | null
}

/**
 * Makes the receipts of gifts say what is left after money went back, or came back (receipts-3): the live one is
 * void, and a new serial cites it where any of its gifts is left; where none is left nothing stands instead. In the
 * transaction of its caller, so that each gift has its one live receipt at any moment. `reason` is kept with the void.
 */
export async function restateReceipts(
  ports: NotificationPorts,
  tx: Tx,
  donationIds: readonly string[],
  reason: string,
): Promise<Restated[]> {
  const at = ports.clock()
  const before = await newestReceiptsOf(tx, donationIds)
  const intentIds = [...new Set(before.map((old) => old.intentId))]
  const pending = await groupByIssuer(tx, await paidDonations(tx, intentIds))
  const left = new Map(pending.map((each) => [`${one(each.gifts).intentId}:${each.issuer.id}`, each]))
  const again = before.flatMap((old) => {
    const gifts = left.get(`${old.intentId}:${old.issuerId}`)
    return gifts ? [{ old, gifts }] : []
  })
  for (const old of before) if (old.voidedAt === null) await insertVoid(tx, old.id, reason, at)
  const last =
    again.length > 0 ? await takeSerials(tx, wantedSerials(again.map(({ gifts }) => gifts))) : new Map<string, bigint>()
  const issued = new Map<IssuedReceipt, ReceiptRow>()
  for (const { old, gifts } of again) {
    const key = serialKey({ issuerId: gifts.issuer.id, year: gifts.year })
    const serial = required(last.get(key)) + 1n
    last.set(key, serial)
    const first = one(gifts.gifts)
    // The donor as on the receipt before: a correction by staff stays one.
    const donor = {
      name: old.snapshot.donor.name || first.name,
      address: old.snapshot.donor.address ?? addressOf(gifts.gifts),
    }
    issued.set(
      old,
      receiptOf(ports, gifts, serial, at, {
        revision: old.revision + 1,
        replaces: { number: old.number, issuedAt: old.issuedAt },
        donor,
      }),
    )
  }
  if (issued.size > 0) await insertReceipts(tx, [...issued.values()])
  return before.map((old) => {
    const receipt = issued.get(old)
    return {
      intentId: old.intentId,
      voided: old.voidedAt === null ? old.number : null,
      receipt: receipt ? { id: receipt.id, number: receipt.snapshot.number, snapshot: receipt.snapshot } : null,
    }
  })
}
