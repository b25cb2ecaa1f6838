import type { RequestContext } from '#shared/endpoint.ts'
import { pseudonymOf, toRequesterScope, type Viewer } from '#modules/platform/identity/index.ts'
import { tidyEmail } from '#modules/platform/identity/rules/email.ts'
import type { DonationPayload } from '../contract.ts'
import { guestIdOf } from './known-guest.ts'
import type { DonationOrder } from './order.ts'
import type { GivingPorts } from '../ports.ts'

/** Returns the donor of a request: the account, the guest with a token, a typed name and email, or no one. */
export function donorOf(
  ports: GivingPorts,
  viewer: Viewer,
  context: RequestContext,
  payload: Pick<DonationPayload, 'guest'> & { readonly name?: string | undefined },
): DonationOrder['donor'] {
  if (viewer.kind === 'account')
    return accountDonor(ports, viewer, { locale: context.locale, country: context.country ?? null, ip: context.ip })
  const email = tidyEmail(payload.guest?.email ?? '') || null
  return {
    accountId: null,
    guestId: guestIdOf(ports, viewer, payload),
    email,
    name: payload.guest?.name || payload.name || '',
    donorKey: donorKeyOf(ports, email ? `email:${email.toLowerCase()}` : toRequesterScope(viewer, context)),
    locale: context.locale,
    country: context.country ?? null,
    ip: context.ip,
  }
}

/** Returns a guest as the donor of a plan's charge, whether they are present or agreed to it earlier. */
export const guestDonor = (
  ports: Pick<GivingPorts, 'tokenSecret'>,
  guest: { readonly guestId: string; readonly email: string; readonly name: string },
  from: Pick<DonationOrder['donor'], 'locale' | 'country' | 'ip'>,
): DonationOrder['donor'] => ({
  accountId: null,
  ...guest,
  donorKey: donorKeyOf(ports, `email:${guest.email.toLowerCase()}`),
  locale: from.locale,
  country: from.country,
  ip: from.ip,
})

/** Returns an account as the donor, whether they are present or agreed to the payment earlier. */
export const accountDonor = (
  ports: Pick<GivingPorts, 'tokenSecret'>,
  account: {
    readonly accountId: string
    readonly email: string
    readonly firstName: string
    readonly lastName: string
  },
  from: Pick<DonationOrder['donor'], 'locale' | 'country' | 'ip'>,
): DonationOrder['donor'] => ({
  accountId: account.accountId,
  guestId: null,
  email: account.email,
  name: `${account.firstName} ${account.lastName}`.trim(),
  donorKey: donorKeyOfAccount(ports, account.accountId),
  locale: from.locale,
  country: from.country,
  ip: from.ip,
})

/** Returns the key that counts all donations of an account as one donor's, in base64. */
export const donorKeyOfAccount = (ports: Pick<GivingPorts, 'tokenSecret'>, accountId: string): string =>
  donorKeyOf(ports, `account:${accountId}`)

const donorKeyOf = (ports: Pick<GivingPorts, 'tokenSecret'>, identity: string): string =>
  pseudonymOf(ports.tokenSecret, `donor|${identity}`).toString('base64')
