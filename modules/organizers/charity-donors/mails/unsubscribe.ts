import { findOrganizations } from '#modules/causes/organizations/index.ts'
import {
  type IdentityPorts,
  matchUnsubscribe,
  pseudonymOf,
  signUnsubscribe,
  type TokenSecret,
} from '#modules/platform/identity/index.ts'
import { normalizeEmail } from '#modules/platform/identity/rules/email.ts'
import { Problem } from '#shared/problem.ts'
import { insertUnsubscription, unsubscribedFromCharities } from '../queries/unsubscriptions.ts'

/** Hashes an email address so that it can't be recovered. */
export const hashOfDonorEmail = (secret: TokenSecret, email: string): string =>
  pseudonymOf(secret, `charity|${normalizeEmail(email)}`).toString('base64url')

/** Returns the URL of the page that unsubscribes an address from a charity's mails; it gives no other access. */
export function unsubscribeUrl(
  ports: IdentityPorts & { readonly origin: string },
  { organizationId, hash }: { readonly organizationId: bigint; readonly hash: string },
): string {
  const token = signUnsubscribe(ports, `charity-${organizationId}-${hash}`)
  return `${ports.origin}/unsubscribe/charity/${token}`
}

async function addressOfToken(ports: IdentityPorts, token: string) {
  const [, id, hash] = matchUnsubscribe(ports, token, /^charity-(\d{1,18})-([\w-]{43})$/) ?? []
  const [charity] = id === undefined ? [] : await findOrganizations(ports.db, [BigInt(id)])
  if (hash === undefined || !charity) throw new Problem('not-found', 'code-not-valid')
  return { charity, address: { organizationId: charity.id, hash } }
}

/** Returns the charity of the link. Changes nothing, because mail programs prefetch links. */
export async function getCharityMailSubscription(ports: IdentityPorts, token: string) {
  const { charity, address } = await addressOfToken(ports, token)
  return {
    charity: charity.name,
    isUnsubscribed: (await unsubscribedFromCharities(ports.db, [address])).size > 0,
  }
}

/** Unsubscribes an address from a charity's letters and automatic thanks; without a login, idempotent (content-42). */
export async function unsubscribeFromCharity(ports: IdentityPorts, token: string) {
  const { charity, address } = await addressOfToken(ports, token)
  await ports.write((tx) => insertUnsubscription(tx, { ...address, at: ports.clock() }))
  return { charity: charity.name, isUnsubscribed: true }
}
