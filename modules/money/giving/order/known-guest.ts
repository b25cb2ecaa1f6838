import { findGuest, verifyToken, type Viewer } from '#modules/platform/identity/index.ts'
import type { DonationPayload } from '../contract.ts'
import type { GivingPorts } from '../ports.ts'

type Sent = Pick<DonationPayload, 'guest'>

/**
 * Returns the guest that the requester has a token for, beside its id in the payload or as bearer token of the call;
 * null if none.
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
 * Adds the email and name of the guest (S2 §3 "Guest user") to the payload: their token stores both, and without them
 * no one would get the receipt. Fields of the payload itself take precedence.
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
