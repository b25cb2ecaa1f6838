import type { OrganizationSeed } from './kinds.ts'
import { alBirr } from './organizations/al-birr.ts'
import { brueckenbau } from './organizations/brueckenbau.ts'
import { cahayaKasih } from './organizations/cahaya-kasih.ts'
import { hikari } from './organizations/hikari.ts'
import { khidmatWelfare } from './organizations/khidmat-welfare.ts'
import { lanternStreet } from './organizations/lantern-street.ts'
import { mapleCrescent } from './organizations/maple-crescent.ts'
import { noorAlKhair } from './organizations/noor-al-khair.ts'
import { rahmaRelief } from './organizations/rahma-relief.ts'
import { sabeelFoundation } from './organizations/sabeel-foundation.ts'
import { tohum } from './organizations/tohum.ts'
import { unverified } from './organizations/unverified.ts'
import { umeedTrust } from './organizations/umeed-trust.ts'

/** The charities of the demo with five fundraisers each, and those that can't receive donations with one each. */
export const organizations: readonly OrganizationSeed[] = [
  umeedTrust,
  rahmaRelief,
  lanternStreet,
  sabeelFoundation,
  mapleCrescent,
  khidmatWelfare,
  alBirr,
  tohum,
  cahayaKasih,
  noorAlKhair,
  brueckenbau,
  hikari,
  ...unverified,
]
