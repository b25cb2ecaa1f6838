import { findOrganizations } from '#modules/causes/organizations/index.ts'
import {
  type IdentityPorts,
  longestLinkDays,
  pseudonymOf,
  signToken,
  type TokenSecret,
  verifyToken,
} from '#modules/platform/identity/index.ts'
import { normalizeEmail } from '#modules/platform/identity/rules/email.ts'
import { Problem } from '#shared/problem.ts'
import { dayMs } from '#shared/time.ts'
import { insertUnsubscription, unsubscribedFromCharities } from '../queries/unsubscriptions.ts'

/** Hashes an email address so that it can't be recovered. */
export const hashOfDonorEmail = (secret: TokenSecret, email: string): string =>
  pseudonymOf(secret, `charity|${normalizeEmail(email)}`).toString('base64url')

/** Returns the URL of the page that unsubscribes an address from a charity's mails; it gives no other access. */
export function unsubscribeUrl(
  ports: IdentityPorts & { readonly origin: string },
  { organizationId, hash }: { readonly organizationId: bigint; readonly hash: string },
): string {
  const until = new Date(ports.clock().getTime() + longestLinkDays * dayMs)
  return `${ports.origin}/unsubscribe/charity/${signToken(ports.tokenSecret, 'unsubscribe', `charity-${organizationId}-${hash}`, until)}`
}

async function addressOfToken(ports: IdentityPorts, token: string) {
  const verified = verifyToken(ports.tokenSecret, token, ports.clock())
  const subject = verified?.kind === 'unsubscribe' ? verified.subject : ''
  const [, id, hash] = /^charity-(\d{1,18})-([\w-]{43})$/.exec(subject) ?? []
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
