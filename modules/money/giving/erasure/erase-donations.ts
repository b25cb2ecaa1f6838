import { hourMs } from '#shared/time.ts'
import type { LocalDate } from '#shared/calendar.ts'
import type { Ports, Tx } from '#shared/ports.ts'
import {
  findClosedOrders,
  findDeclinedOffSessionCharges,
  purgeDeclinedIpAddresses,
  anonymizePayers,
  purgePayers,
  replaceOrder,
  findUnpaidOrdersOfGuest,
} from '#modules/money/payments/index.ts'
import type { DonationOrder } from '../order/order.ts'
import { booksOf, purgeExpiredDonations, retainForAccounting } from '../queries/erasure.ts'
import { withoutPersonal } from '../rules/donor-field-values.ts'
import { retainedUntil } from '../rules/retention.ts'

/**
 * Hours for which a declined payment counts against its requester (payments-16). Erasing an account must not reset
 * the count.
 */
const countedHours = 48
const countedSince = (instant: Date): Date => new Date(instant.getTime() - countedHours * hourMs)

/** Deletes the IP addresses of payments that no longer count and have no account, or whose email was erased. */
export const purgeIpAddresses = (tx: Tx, instant: Date) => purgeDeclinedIpAddresses(tx, countedSince(instant))

/** Returns until when the law requires us to keep the donor's data of each of these donations. */
export const retainedUntilOf = async (
  ports: Pick<Ports, 'db'>,
  donationIds: readonly string[],
): Promise<{ id: string; until: LocalDate }[]> =>
  (await booksOf(ports.db, donationIds)).map(({ id, law, givenOn }) => ({ id, until: retainedUntil(law, givenOn) }))

/**
 * Erases the donor of an account's donations. Data that the books need stays until a stored day; everything else that
 * identifies the donor is deleted from donations and orders. Unpaid guest orders with a proven email of the account
 * are included. Can be called again for donations that were paid during the erasure.
 */
export async function eraseDonations(
  tx: Tx,
  input: { accountId: string; confirmedEmails?: readonly string[]; donationIds: readonly string[]; at: Date },
): Promise<void> {
  const books = await booksOf(tx, input.donationIds)
  await retainForAccounting(
    tx,
    books.map(({ id, law, givenOn }) => ({ id, until: retainedUntil(law, givenOn) })),
  )
  const whose = { scope: `account:${input.accountId}`, intentIds: [...new Set(books.map(({ intentId }) => intentId))] }
  const offSessionDeclines = await findDeclinedOffSessionCharges(tx, input.accountId)
  const asGuest = await findUnpaidOrdersOfGuest(tx, input.confirmedEmails ?? [])
  for (const { id, order } of [...(await findClosedOrders(tx, whose)), ...offSessionDeclines, ...asGuest])
    await replaceOrder(tx, id, withoutDonor(order as DonationOrder))
  await anonymizePayers(tx, {
    ...whose,
    offSessionDeclines: offSessionDeclines.map(({ id }) => id),
    guests: asGuest.map(({ id }) => id),
    declinedBefore: countedSince(input.at),
  })
}

/** Returns the order without its donor; amounts, campaigns and fees stay. */
export const withoutDonor = ({
  providerSpecific: _,
  tokens: __,
  cardId: ___,
  otherNames: ____,
  declared: _____,
  bankDebit: ______,
  words: _______,
  ...order
}: DonationOrder): DonationOrder => ({
  ...order,
  donor: { ...order.donor, guestId: null, email: null, name: '', country: null, ip: '' },
  browser: null,
  saveCard: false,
  lines: order.lines.map((line) => ({ ...withoutPersonal(line), isAnonymous: true, encryptedFields: null })),
})

/**
 * Anonymizes donations whose donor the books no longer need; amounts stay. Returns the ids of at most `limit` changed
 * donations.
 */
export async function purgeDonations(tx: Tx, input: { today: LocalDate; at: Date; limit: number }): Promise<string[]> {
  const purged = await purgeExpiredDonations(tx, input)
  await purgePayers(
    tx,
    purged.map(({ intentId }) => intentId),
  )
  return purged.map(({ id }) => id)
}
