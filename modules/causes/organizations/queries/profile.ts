import type { Db } from '#shared/ports.ts'
import type { VerificationDecision } from '../rules/verification.ts'
import '../tables.ts'

/** A charity's public profile and contact data; unset fields are empty. */
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

/** The public data of a charity that was verified at least once (content-27). */
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
  /** A code of `registersOf` or a name; empty if staff entered only the printed form. */
  readonly register: string
  readonly registrationNumber: string
  readonly registration: string
  /** Number of staff members who verified it on request; null if staff created it. */
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
 * Finds the public charity at this address: verified at least once, not rejected since, and not closed (content-27).
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
