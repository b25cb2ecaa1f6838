import { hourMs } from '#shared/time.ts'
import type { LocalDate } from '#shared/calendar.ts'
import type { Ports, Tx } from '#shared/ports.ts'
import {
  closedOrders,
  declinedUnpressed,
  purgeAddresses,
  anonymizePayers,
  purgePayers,
  replaceOrder,
  unpaidOfGuest,
} from '#modules/money/payments/index-erasure.ts'
import type { GiftOrder } from '../order/order.ts'
import { booksOf, purgeKept, writeKept } from '../queries/erasure.ts'
import { withoutPersonal } from '../rules/donor-field-values.ts'
import { keptUntil } from '../rules/retention.ts'

/**
 * How long presses that were declined still count against whoever makes them (payments-16); erasing an account must not
 * wipe that slate.
 */
const pressureHours = 48
const pressureSince = (at: Date): Date => new Date(at.getTime() - pressureHours * hourMs)

/** Of presses that count no longer and were nobody's, or whose e-mail was forgotten, the network address goes, too. */
export const purgeIpAddresses = (tx: Tx, at: Date) => purgeAddresses(tx, pressureSince(at))

/** Until when the books keep who gave which of these gifts. */
export const keptUntilOf = async (
  ports: Pick<Ports, 'db'>,
  donationIds: readonly string[],
): Promise<{ id: string; until: LocalDate }[]> =>
  (await booksOf(ports.db, donationIds)).map(({ id, law, givenOn }) => ({ id, until: keptUntil(law, givenOn) }))

/**
 * Gifts of somebody who is erased: what the books need stays until a stored day, everything else that tells of them
 * goes, from the gifts and from what they agreed to pay for; also from what was never paid by a guest with an e-mail
 * that it has proven. Also for those that were paid while the account was erased, so it may be called again.
 */
export async function eraseGifts(
  tx: Tx,
  of: { accountId: string; provenEmails?: readonly string[]; donationIds: readonly string[]; at: Date },
): Promise<void> {
  const books = await booksOf(tx, of.donationIds)
  await writeKept(
    tx,
    books.map(({ id, law, givenOn }) => ({ id, until: keptUntil(law, givenOn) })),
  )
  const whose = { scope: `account:${of.accountId}`, intentIds: [...new Set(books.map(({ intentId }) => intentId))] }
  const unpressed = await declinedUnpressed(tx, of.accountId)
  const asGuest = await unpaidOfGuest(tx, of.provenEmails ?? [])
  for (const { id, order } of [...(await closedOrders(tx, whose)), ...unpressed, ...asGuest])
    await replaceOrder(tx, id, withoutDonor(order as GiftOrder))
  await anonymizePayers(tx, {
    ...whose,
    unpressed: unpressed.map(({ id }) => id),
    guests: asGuest.map(({ id }) => id),
    declinedBefore: pressureSince(of.at),
  })
}

/** What was paid for, without who paid: amounts, fundraisers and fees stay. */
export const withoutDonor = ({
  providerSpecific: _,
  tokens: __,
  cardId: ___,
  otherNames: ____,
  declared: _____,
  ...order
}: GiftOrder): GiftOrder => ({
  ...order,
  donor: { ...order.donor, guestId: null, email: null, name: '', country: null, ip: '' },
  browser: null,
  saveCard: false,
  lines: order.lines.map((line) => ({ ...withoutPersonal(line), isAnonymous: true, sealed: null })),
})

/** Forgets who gave where the books need it no more; amounts stay. Answers the gifts it took, at most `limit`. */
export async function purgeGifts(tx: Tx, of: { today: LocalDate; at: Date; limit: number }): Promise<string[]> {
  const purged = await purgeKept(tx, of)
  await purgePayers(
    tx,
    purged.map(({ intentId }) => intentId),
  )
  return purged.map(({ id }) => id)
}
