import { dayMs } from '#shared/time.ts'
import { localDateIn } from '#shared/calendar.ts'
import { checkedKey } from '#shared/idempotency-key.ts'
import { isUuid } from '#shared/ids.ts'
import type { Ports } from '#shared/ports.ts'
import { Problem } from '#shared/problem.ts'
import { ownsDonation } from '#modules/money/giving/index.ts'
import { mailHostOf, queueMails } from '#modules/platform/notifications/index.ts'
import { copyMailOf } from './copy-mail.ts'
import type { ReceiptPorts } from './receipt-link.ts'
import { findCopyByKey, findReceiptToResend, reserveCopyNumber } from './queries/copies.ts'

const copiesPerDay = 3

type ResentReceipt = { readonly id: string; readonly number: string; readonly remaining: number }

/**
 * Returns the live receipt of a donation; null until it is issued, seconds after payment. Throws `not-found` for
 * another account's donation (security-3).
 */
export async function receiptOfDonation(
  ports: Ports,
  accountId: string,
  donationId: string,
): Promise<{ id: string; number: string } | null> {
  const receipt = isUuid(donationId) ? await findReceiptToResend(ports, accountId, donationId) : undefined
  if (receipt) return { id: receipt.id, number: receipt.number }
  if (await ownsDonation(ports, accountId, donationId)) return null
  throw new Problem('not-found', 'not-found')
}

/**
 * Emails a receipt again, marked as a copy so that no one counts it twice. Goes to the account's email if it is
 * proven, otherwise to that of the donation. Limited to three a day (UTC) per account (S2 §7). A repeated request has
 * the same response and sends no other email (payments-2).
 */
export async function resendReceipt(
  ports: ReceiptPorts,
  who: { readonly accountId: string; readonly email: string },
  id: string,
  key?: string,
): Promise<ResentReceipt> {
  const before = await findEarlierResponse(ports, who.accountId, id, key)
  if (before) return before
  const receipt = isUuid(id) ? await findReceiptToResend(ports, who.accountId, id) : undefined
  if (!receipt) {
    if (await ownsDonation(ports, who.accountId, id)) throw new Problem('conflict', 'receipt-not-ready')
    throw new Problem('not-found', 'not-found')
  }
  const instant = ports.clock()
  const mail = copyMailOf(ports, receipt)
  const copy = {
    accountId: who.accountId,
    receiptId: receipt.id,
    requestedFor: id,
    day: localDateIn('UTC', instant),
    key,
    at: instant,
  }
  for (let tries = 0; tries < copiesPerDay; tries++) {
    const nth = await ports.write(async (tx) => {
      const copyNumber = await reserveCopyNumber(tx, copy)
      if (copyNumber === undefined) return undefined
      const messageId = `<receipt.${receipt.number}.copy.${ports.newId()}@${mailHostOf(ports.mailFrom)}>`
      await queueMails(
        tx,
        [
          {
            id: ports.newId(),
            messageId,
            kind: 'receipt-copy',
            to: receipt.email ?? who.email,
            ...mail,
          },
        ],
        instant,
      )
      return copyNumber
    })
    if (nth !== undefined) return { id: receipt.id, number: receipt.number, remaining: copiesPerDay - nth }
    const meanwhile = await findEarlierResponse(ports, who.accountId, id, key)
    if (meanwhile) return meanwhile
  }
  throw new Problem('rate-limit', 'receipt-copies-spent', { retryAfterSeconds: secondsToMidnight(instant) })
}

/**
 * Returns the response of an earlier request with this key (payments-2). Refuses a key that was used for something
 * else.
 */
async function findEarlierResponse(
  ports: Ports,
  accountId: string,
  id: string,
  key: string | undefined,
): Promise<ResentReceipt | undefined> {
  if (key === undefined) return undefined
  const copy = await findCopyByKey(ports, accountId, checkedKey(key))
  if (!copy) return undefined
  if (copy.requestedFor !== id.toLowerCase()) throw new Problem('validation', 'idempotency-key-reused', { status: 422 })
  return { id: copy.id, number: copy.number, remaining: copiesPerDay - copy.nth }
}

const secondsToMidnight = (instant: Date): number => 86_400 - Math.floor((instant.getTime() % dayMs) / 1000)
