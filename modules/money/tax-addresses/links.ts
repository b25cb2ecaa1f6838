import { required } from '#shared/collections.ts'
import type { Tx } from '#shared/ports.ts'
import { signToken, verifyToken } from '#modules/platform/identity/index.ts'
import type { TaxAddressLink } from '#modules/money/receipts/index.ts'
import { isAwaited, linkUntil, reliefsOf } from './rules/tax-address.ts'
import type { TaxAddressPorts } from './ports.ts'
import { insertRequests, taxDonations } from './queries.ts'
import { dataOf, todayIn } from './tax-data.ts'

type LinkPorts = Pick<TaxAddressPorts, 'clock' | 'origin' | 'tokenSecret'>

/** The link in mails: it opens this payment only, for its tax address only (receipts-15). */
export const taxAddressLink = (ports: LinkPorts, input: { readonly intentId: string; readonly until: Date }): string =>
  `${ports.origin}/tax-address?token=${signToken(ports.tokenSecret, 'tax-address', input.intentId, input.until)}`

/** Who gives the address: the donor on the thank-you page, the holder of a mailed link, or the donor's account. */
export type Opening = { readonly by: 'visit' | 'link' | 'account'; readonly intentId: string }

/** What a token opens; undefined: nothing, because it was altered, has expired or is for something else. */
export function openingOf(ports: LinkPorts, token: string): Opening | undefined {
  const held = verifyToken(ports.tokenSecret, token, ports.clock())
  if (held?.kind === 'donation') return { by: 'visit', intentId: held.subject }
  return held?.kind === 'tax-address' ? { by: 'link', intentId: held.subject } : undefined
}

/**
 * Follows payments that just settled: notes those whose donors are to be reminded of their address, and returns the link
 * for the mail of each whose receipt it would change.
 */
export async function scheduleAddressReminders(
  ports: LinkPorts,
  tx: Tx,
  intentIds: readonly string[],
): Promise<ReadonlyMap<string, TaxAddressLink>> {
  const donations = await taxDonations(tx, intentIds, { onlyOpen: true })
  const today = todayIn(ports.clock())
  const open = donations
    .map((donation) => ({ donation, taxData: dataOf(donation) }))
    .map((item) => ({ ...item, reliefs: reliefsOf(item.taxData, { today, mayAskAnew: false }) }))
    .filter(({ reliefs }) => reliefs.length > 0)
  const awaited = open.filter(({ donation, taxData }) => isAwaited({ ...donation, ...taxData }))
  await insertRequests(tx, [...new Map(awaited.map(({ donation }) => [donation.intentId, donation] as const)).values()])
  return new Map(
    [...Map.groupBy(open, ({ donation }) => donation.intentId)].map(([intentId, items]) => {
      const { givenAt, timeZone } = required(items[0]).donation
      return [
        intentId,
        {
          url: taxAddressLink(ports, { intentId, until: linkUntil(givenAt, timeZone) }),
          isAwaited: awaited.some(({ donation }) => donation.intentId === intentId),
          isGiftAid: items.some(({ reliefs }) => reliefs.includes('gift-aid')),
        },
      ]
    }),
  )
}
