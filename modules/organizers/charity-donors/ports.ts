import type { TwoFactorPolicy } from '#modules/platform/identity/index.ts'
import type { OrganizingPorts } from '#modules/organizers/organizing/index-server.ts'

/** Dependencies besides the common ports. */
export type CharityDonorPorts = OrganizingPorts &
  TwoFactorPolicy & {
    /** With `file`, a receipt's email links to where its donations are. */
    readonly payouts?: 'none' | 'file'
  }
