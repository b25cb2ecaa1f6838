import { pictureUrl } from '#modules/platform/media/rules/address.ts'
import type { Profile } from '#modules/causes/organizations/index-page.ts'

/** A charity as the specification spells it, without its email address (S2 §3 "Organization"). */
export const organizationPart = (
  of: Profile & {
    readonly id: bigint
    readonly slug: string
    readonly name: string
    readonly nameAr: string | null
  },
) => ({
  id: of.id.toString(),
  subdomain: of.slug,
  name: of.name,
  nameAr: of.nameAr,
  phone: of.phone,
  primaryColour: of.primaryColour,
  logoUrl: of.logoId && pictureUrl(of.logoId),
  website: of.website,
  facebook: of.facebook,
  twitter: of.twitter,
  instagram: of.instagram,
  youtube: of.youtube,
  linkedin: of.linkedin,
})
