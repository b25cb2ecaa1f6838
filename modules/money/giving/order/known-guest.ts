import { findGuest, verifyToken, type Viewer } from '#modules/platform/identity/index.ts'
import type { DonationPayload } from '../contract.ts'
import type { GivingPorts } from '../ports.ts'

type Sent = Pick<DonationPayload, 'guest'>

/**
 * The guest that whoever gives has shown to be, by a token beside its id in the payload or by the bearer token of the
 * call; null: none.
 */
export function guestIdOf(
  ports: Pick<GivingPorts, 'tokenSecret' | 'clock'>,
  viewer: Viewer,
  { guest }: Sent,
): string | null {
  const held = guest?.token ? verifyToken(ports.tokenSecret, guest.token, ports.clock()) : undefined
  if (held?.kind === 'guest' && held.subject === guest?.id) return held.subject
  return viewer.kind === 'guest' ? viewer.guestId : null
}

/**
 * What was sent, with the e-mail and name that its guest was made of (S2 §3 "Guest user"): their token stands for both,
 * or nobody would get the receipt. What is said with the gift itself stands over it.
 */
export async function withGuestKnown<Payload extends Sent>(
  ports: GivingPorts,
  viewer: Viewer,
  payload: Payload,
): Promise<Payload> {
  const { email, name } = payload.guest ?? {}
  const id = viewer.kind === 'account' || (email && name) ? null : guestIdOf(ports, viewer, payload)
  const known = id ? await findGuest(ports, id) : undefined
  return known
    ? { ...payload, guest: { ...payload.guest, email: email || known.email, name: name || known.name } }
    : payload
}
