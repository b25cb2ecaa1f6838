import { type DonationOwner, ownsGift } from '#modules/money/giving/index.ts'
import type { Viewer } from '#modules/platform/identity/index.ts'
import type { Ports } from '#shared/ports.ts'
import { tidyName } from './rules/words.ts'

/** The account, or the guest with their own token; undefined for everybody else. */
export function authorOf(viewer: Viewer): string | undefined {
  if (viewer.kind === 'account') return viewer.accountId
  return viewer.kind === 'guest' ? viewer.guestId : undefined
}

/**
 * Whether the words of a gift are theirs to say, change and take back: the guest who gave it, or the account whose gift
 * it is now.
 */
export async function saysWith(
  ports: Ports,
  viewer: Viewer,
  donationId: string,
  owner: DonationOwner,
): Promise<boolean> {
  if (viewer.kind === 'guest') return owner.guestId === viewer.guestId
  if (viewer.kind !== 'account') return false
  return owner.accountId === viewer.accountId || ownsGift(ports, viewer.accountId, donationId)
}

type Typed = { readonly userDisplayName: string; readonly userDisplayLocation: string }

/**
 * The name and place that stand with the words; of an anonymous donor there are none, whatever was typed (privacy-1).
 */
export const publicNameOf = (owner: DonationOwner, typed: Typed): { displayName: string; displayPlace: string } =>
  owner.isAnonymous
    ? { displayName: '', displayPlace: '' }
    : {
        displayName: tidyName(typed.userDisplayName) || owner.publicName || '',
        displayPlace: tidyName(typed.userDisplayLocation) || owner.publicPlace || '',
      }
