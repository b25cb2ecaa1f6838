import { findGuest, verifyToken, type Viewer } from '#modules/platform/identity/index.ts'
import type { DonationPayload } from '../contract.ts'
import type { GivingPorts } from '../ports.ts'

type GuestField = Pick<DonationPayload, 'guest'>

/** Returns the id of the guest whose token the requester sent, in the payload or as the bearer token; null if none. */
export function guestIdOf(
  ports: Pick<GivingPorts, 'tokenSecret' | 'clock'>,
  viewer: Viewer,
  { guest }: GuestField,
): string | null {
  const payload = guest?.token ? verifyToken(ports.tokenSecret, guest.token, ports.clock()) : undefined
  if (payload?.kind === 'guest' && payload.subject === guest?.id) return payload.subject
  return viewer.kind === 'guest' ? viewer.guestId : null
}

/**
 * Adds the guest's email and name to the payload (S2 §3 "Guest user"). Both are in the guest's token; without them no
 * one would receive the receipt. The payload's own fields take precedence.
 */
export async function addKnownGuest<Payload extends GuestField>(
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
