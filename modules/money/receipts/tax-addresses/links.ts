import { required } from '#shared/collections.ts'
import type { Tx } from '#shared/ports.ts'
import { signToken, verifyToken } from '#modules/platform/identity/index.ts'
import type { TaxAddressLink } from '../receipt-mail.ts'
import { needsReminder, linkUntil, reliefsOf } from '../rules/tax-address.ts'
import type { TaxAddressPorts } from './ports.ts'
import { insertRequests, taxDonations } from './queries.ts'
import { taxDataOf, todayIn } from './tax-data.ts'

type LinkPorts = Pick<TaxAddressPorts, 'clock' | 'origin' | 'tokenSecret'>

/** Returns the link for emails, which gives access to the tax address of this payment only (receipts-15). */
export const taxAddressLink = (ports: LinkPorts, input: { readonly intentId: string; readonly until: Date }): string =>
  `${ports.origin}/tax-address?token=${signToken(ports.tokenSecret, 'tax-address', input.intentId, input.until)}`

/**
 * How the caller is authorized: as the donor on the thank-you page, by a link from an email, or by the donor's
 * account.
 */
export type AddressAccess = { readonly by: 'visit' | 'link' | 'account'; readonly intentId: string }

/** Returns what a token authorizes; undefined if it was altered, has expired or has another purpose. */
export function readAccessToken(ports: LinkPorts, token: string): AddressAccess | undefined {
  const payload = verifyToken(ports.tokenSecret, token, ports.clock())
  if (payload?.kind === 'donation') return { by: 'visit', intentId: payload.subject }
  return payload?.kind === 'tax-address' ? { by: 'link', intentId: payload.subject } : undefined
}

/**
 * Stores the settled payments whose donors must be reminded of their address. Returns the link for the receipt email
 * of each payment whose receipt the address would change.
 */
export async function scheduleAddressReminders(
  ports: LinkPorts,
  tx: Tx,
  intentIds: readonly string[],
): Promise<ReadonlyMap<string, TaxAddressLink>> {
  const donations = await taxDonations(tx, intentIds, { onlyOpen: true })
  const today = todayIn(ports.clock())
  const open = donations
    .map((donation) => ({ donation, taxData: taxDataOf(donation) }))
    .map((item) => ({ ...item, reliefs: reliefsOf(item.taxData, { today, canAskAgain: false }) }))
    .filter(({ reliefs }) => reliefs.length > 0)
  const awaited = open.filter(({ donation, taxData }) => needsReminder({ ...donation, ...taxData }))
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
