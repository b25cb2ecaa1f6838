import { type DonationOwner, ownsDonation } from '#modules/money/giving/index.ts'
import type { Viewer } from '#modules/platform/identity/index.ts'
import type { Ports } from '#shared/ports.ts'
import { normalizePublicName } from './rules/words.ts'

/** Returns the account, or the guest with their own token; undefined for anyone else. */
export function authorOf(viewer: Viewer): string | undefined {
  if (viewer.kind === 'account') return viewer.accountId
  return viewer.kind === 'guest' ? viewer.guestId : undefined
}

/**
 * Whether the viewer can write, edit and delete the words of a donation: the guest who donated, or the account that now
 * owns it.
 */
export async function canEditWords(
  ports: Ports,
  viewer: Viewer,
  donationId: string,
  owner: DonationOwner,
): Promise<boolean> {
  if (viewer.kind === 'guest') return owner.guestId === viewer.guestId
  if (viewer.kind !== 'account') return false
  return owner.accountId === viewer.accountId || ownsDonation(ports, viewer.accountId, donationId)
}

type TypedNames = { readonly userDisplayName: string; readonly userDisplayLocation: string }

/** Returns the public name and place; empty for an anonymous donor, whatever was typed (privacy-1). */
export const publicNameOf = (owner: DonationOwner, typed: TypedNames): { displayName: string; displayPlace: string } =>
  owner.isAnonymous
    ? { displayName: '', displayPlace: '' }
    : {
        displayName: normalizePublicName(typed.userDisplayName) || owner.publicName || '',
        displayPlace: normalizePublicName(typed.userDisplayLocation) || owner.publicPlace || '',
      }
