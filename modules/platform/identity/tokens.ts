import { createHmac } from 'node:crypto'
import { required } from '#shared/collections.ts'
import { dayMs } from '#shared/time.ts'
import { isSignedBy, signingSecretOf, type TokenSecret } from './rules/token-secrets.ts'

/**
 * The subject of a signed token: a guest's donations (`gt_`), one donation (`dn_`), one basket without an account
 * (`bk_`), the updates of one fundraiser to one mailbox (`us_`), a subscription (`sb_`), the refund of one duplicate
 * (`dr_`), the choice for a Qurbani that was not performed (`qc_`), the tax address of one payment (`ta_`), one change
 * of a guest's plan (`pc_`), the form of a returned bank debit (`rd_`), one receipt (`rc_`), or one Gift Aid declaration (`ga_`).
 * Tokens expire and are not stored.
 */
export type TokenKind =
  | 'guest'
  | 'donation'
  | 'basket'
  | 'unsubscribe'
  | 'subscription'
  | 'duplicate'
  | 'qurbani'
  | 'tax-address'
  | 'plan-change'
  | 'returned-debit'
  | 'receipt'
  | 'gift-aid'
export type VerifiedToken = { readonly kind: TokenKind; readonly subject: string }

const prefixes: Readonly<Record<TokenKind, string>> = {
  guest: 'gt',
  donation: 'dn',
  basket: 'bk',
  unsubscribe: 'us',
  subscription: 'sb',
  duplicate: 'dr',
  qurbani: 'qc',
  'tax-address': 'ta',
  'plan-change': 'pc',
  'returned-debit': 'rd',
  receipt: 'rc',
  'gift-aid': 'ga',
}
const kinds = Object.fromEntries(Object.entries(prefixes).map(([kind, prefix]) => [prefix, kind])) as Readonly<
  Record<string, TokenKind>
>

/** Days that the longest link is valid, one to unsubscribe: mails may be opened years later. */
export const longestLinkDays = 5 * 366

const macOf = (secret: string, body: string): Buffer =>
  createHmac('sha256', secret).update(body).digest().subarray(0, 24)

/** `gt_<subject>.<end in seconds, base 36>.<192-bit mac>`. The same arguments make the same token. */
export function signToken(secret: TokenSecret, kind: TokenKind, subject: string, expiresAt: Date): string {
  const body = `${prefixes[kind]}_${subject}.${Math.floor(expiresAt.getTime() / 1000).toString(36)}`
  return `${body}.${macOf(signingSecretOf(secret), body).toString('base64url')}`
}

/** Returns the kind and subject of a token; undefined if it isn't ours, was altered or has expired. */
export function verifyToken(secret: TokenSecret, token: string, now: Date): VerifiedToken | undefined {
  const match = /^((gt|dn|bk|us|sb|dr|qc|ta|pc|rd|rc|ga)_([\w-]{1,64})\.([0-9a-z]{1,12}))\.([\w-]{32})$/.exec(token)
  if (!match) return undefined
  const [, body, prefix, subject, end, mac] = match as unknown as [string, string, string, string, string, string]
  if (!isSignedBy(secret, Buffer.from(mac, 'base64url'), (one) => macOf(one, body))) return undefined
  if (parseInt(end, 36) * 1000 <= now.getTime()) return undefined
  return { kind: required(kinds[prefix], 'token kind'), subject }
}

type TokenPorts = { readonly tokenSecret: TokenSecret; readonly clock: () => Date }

/** Returns the token of an unsubscribe link, which gives no other access. */
export const signUnsubscribe = ({ tokenSecret, clock }: TokenPorts, subject: string): string =>
  signToken(tokenSecret, 'unsubscribe', subject, new Date(clock().getTime() + longestLinkDays * dayMs))

/** Matches the subject of an unsubscribe link's token; null if the token isn't valid or is about something else. */
export function matchUnsubscribe(
  { tokenSecret, clock }: TokenPorts,
  token: string,
  subject: RegExp,
): RegExpExecArray | null {
  const verified = verifyToken(tokenSecret, token, clock())
  return verified?.kind === 'unsubscribe' ? subject.exec(verified.subject) : null
}
