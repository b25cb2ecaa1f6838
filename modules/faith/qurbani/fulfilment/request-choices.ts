import { instantIn, addDays } from '#shared/date-arithmetic.ts'
import { firstNameOf } from '#modules/platform/identity/rules/name.ts'
import { formatDay, type LocalDate } from '#shared/calendar.ts'
import { formatMoney, money } from '#shared/money.ts'
import type { Tx } from '#shared/ports.ts'
import { isLocale, type Locale } from '#shared/text.ts'
import { textsOf } from '#shared/texts/catalogue.ts'
import { signToken } from '#modules/platform/identity/index.ts'
import { type MailRow, noticeMail, queueMails } from '#modules/platform/notifications/index.ts'
import { findItemOfLevel } from '../item-queries.ts'
import { withWindows } from '../list-items.ts'
import type { OrderWindow } from '../rules/order-window.ts'
import { choiceEndsAt, chooseBefore } from '../rules/unperformed.ts'
import { insertChoices } from './choice-queries.ts'
import { itemMailRows } from './mail-data.ts'
import type { FulfilmentPorts } from './ports.ts'
import {
  listAllocationsToNotify,
  listUnperformedDonations,
  lockAllocation,
  markChoicesRequested,
} from './share-queries.ts'
import { findFrozenOrder, type FrozenOrder } from './unperformed-orders.ts'

const donationsAtOnce = 100

/** Returns the last day on which a charity can confirm shares before donors are asked, and the end of that day. */
export function confirmationEnds(
  { performedUntil }: OrderWindow,
  { timeZone, days }: { readonly timeZone: string; readonly days: number },
): { readonly lastDay: LocalDate; readonly endsAt: Date } {
  const lastDay = addDays(performedUntil, days)
  return { lastDay, endsAt: instantIn(timeZone, addDays(lastDay, 1), { hour: 0 }) }
}

/**
 * Asks donors whose shares weren't confirmed in time, once per order: refund or sadaqah (qurbani-7). Returns the number
 * of questions.
 */
export async function requestChoices(ports: FulfilmentPorts): Promise<number> {
  let requestCount = 0
  for (const levelId of await listAllocationsToNotify(ports.db)) {
    const item = await findItemOfLevel(ports.db, levelId)
    const [dated] = item ? await withWindows(ports, [item]) : []
    if (!item || !dated) continue
    const { timeZone } = item
    if (ports.clock() < confirmationEnds(dated.window, { timeZone, days: ports.qurbaniConfirmDays }).endsAt) continue
    requestCount += await askDonorsOf(ports, levelId)
  }
  return requestCount
}

async function askDonorsOf(ports: FulfilmentPorts, levelId: bigint): Promise<number> {
  let requestCount = 0
  let after: string | undefined
  do {
    const batch: { asked: number; last: string | undefined } = await askBatch(ports, { levelId, after })
    requestCount += batch.asked
    after = batch.last
  } while (after !== undefined)
  return requestCount
}

/** `last` is undefined once all donors have been asked. */
const askBatch = (ports: FulfilmentPorts, input: { readonly levelId: bigint; readonly after: string | undefined }) =>
  ports.write(async (tx) => {
    await lockAllocation(tx, input.levelId)
    const donationIds = await listUnperformedDonations(tx, { ...input, limit: donationsAtOnce })
    const requested = await requestChoicesForDonations(ports, tx, donationIds)
    const isLast = donationIds.length < donationsAtOnce
    if (isLast) await markChoicesRequested(tx, input.levelId, ports.clock())
    return { asked: requested, last: isLast ? undefined : donationIds.at(-1) }
  })

/**
 * Stores the question for each order that isn't fully refunded, once, and mails it to donors with an address. The
 * caller holds the lock on the allocation. Returns how many are new.
 */
export async function requestChoicesForDonations(
  ports: FulfilmentPorts,
  tx: Tx,
  donationIds: readonly string[],
): Promise<number> {
  const orders: FrozenOrder[] = []
  for (const donationId of donationIds) {
    const order = await findFrozenOrder(tx, donationId)
    if (order && order.sadaqah > 0n) orders.push(order)
  }
  const requestedAt = ports.clock()
  const endsAt = choiceEndsAt(requestedAt)
  const request = new Set(
    await insertChoices(tx, { donationIds: orders.map(({ order }) => order.id), requestedAt, endsAt }),
  )
  const mails = orders.flatMap((order) => (request.has(order.order.id) ? questionMail(ports, order, endsAt) : []))
  if (mails.length > 0) await queueMails(tx, mails, requestedAt)
  return request.size
}

function questionMail(ports: FulfilmentPorts, order: FrozenOrder, endsAt: Date): MailRow[] {
  const { donation, item } = order
  if (!donation.mailTo || donation.isErased) return []
  const locale: Locale = isLocale(donation.locale) ? donation.locale : 'en'
  const t = textsOf(
    'faith/qurbani-fulfilment-mails',
    locale,
    {
      product: ports.productName,
      name: `\u2068${firstNameOf(donation.name)}\u2069`,
      campaign: `\u2068${donation.campaignName}\u2069`,
      date: formatDay(chooseBefore(endsAt), locale),
    },
    'choice.',
  )
  const token = signToken(ports.tokenSecret, 'qurbani', donation.donationId, endsAt)
  return [
    noticeMail(ports, {
      key: `qurbani-choice.${donation.donationId}`,
      kind: 'qurbani-choice',
      to: donation.mailTo,
      locale,
      t,
      blocks: [
        {
          kind: 'facts',
          rows: [
            ...itemMailRows(item, locale),
            [t('shares'), t('shares-of', { count: order.unperformed, all: order.shares.length })],
            [t('amount'), formatMoney(money(order.refund, order.currency), locale, { fractions: 'always' })],
          ],
        },
        { kind: 'button', text: t('button'), url: `${ports.origin}/qurbani-choice?token=${token}` },
        { kind: 'small', text: t('silence') },
      ],
    }),
  ]
}
