import { pictureUrl } from '#modules/platform/media/rules/address.ts'
import type { Profile } from '#modules/causes/organizations/index.ts'

/** Converts a charity to S2 §3 "Organization", without its email address. */
export const organizationPart = (
  profile: Profile & {
    readonly id: bigint
    readonly slug: string
    readonly name: string
    readonly nameAr: string | null
  },
) => ({
  id: profile.id.toString(),
  subdomain: profile.slug,
  name: profile.name,
  nameAr: profile.nameAr,
  phone: profile.phone,
  primaryColour: profile.primaryColour,
  logoUrl: profile.logoId && pictureUrl(profile.logoId),
  website: profile.website,
  facebook: profile.facebook,
  twitter: profile.twitter,
  instagram: profile.instagram,
  youtube: profile.youtube,
  linkedin: profile.linkedin,
})
