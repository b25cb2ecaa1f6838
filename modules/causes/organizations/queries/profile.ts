import type { Db } from '#shared/ports.ts'
import type { VerificationDecision } from '../rules/verification.ts'
import '../tables.ts'

/** How a charity shows itself and is reached; empty where it says nothing. */
export type Profile = {
  readonly phone: string
  readonly website: string | null
  readonly facebook: string
  readonly twitter: string
  readonly instagram: string
  readonly youtube: string
  readonly linkedin: string
  /** `#RRGGBB` in upper case. */
  readonly primaryColour: string
  readonly logoId: string | null
}

/** What everyone may know of a charity that was verified once (content-27). */
export type PublicOrganization = Profile & {
  readonly id: bigint
  readonly slug: string
  readonly name: string
  readonly nameAr: string | null
  readonly about: string
  readonly country: string
  readonly timeZone: string
  readonly verificationState: VerificationDecision
  readonly verifiedAt: Date | null
  readonly verifiedUntil: Date | null
  /** A code of `registersOf` or a name; empty: staff entered only how it is printed. */
  readonly register: string
  readonly registrationNumber: string
  readonly registration: string
  /** How many people of staff verified it by a request; null: staff entered it. */
  readonly reviewers: number | null
  readonly isOwn: boolean
}

export const profileColumns = [
  'phone',
  'website',
  'facebook',
  'twitter',
  'instagram',
  'youtube',
  'linkedin',
  'primary_colour as primaryColour',
  'logo_id as logoId',
] as const

/**
 * Finds the charity with this address that everyone may see: verified once, since then not rejected, and not closed
 * (content-27).
 */
export const findPublicOrganization = (db: Db, slug: string): Promise<PublicOrganization | undefined> =>
  db
    .selectFrom('organizations.organization')
    .select([
      'id',
      'slug',
      'name',
      'name_ar as nameAr',
      'about',
      'country',
      'time_zone as timeZone',
      'verification_state as verificationState',
      'verified_at as verifiedAt',
      'verified_until as verifiedUntil',
      'register',
      'registration_number as registrationNumber',
      'registration',
      'reviewers',
      'is_own as isOwn',
      ...profileColumns,
    ])
    .where('slug', '=', slug)
    .where('verified_at', 'is not', null)
    .where('verification_state', '<>', 'rejected')
    .where('closed_at', 'is', null)
    .executeTakeFirst()
