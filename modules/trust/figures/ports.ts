import type { Ports, StandbyPorts } from '#shared/ports.ts'

/** The ports of the figures in addition to the common ones. */
export type TrustPorts = Ports &
  StandbyPorts & {
    /** Whether the page /trust exists. */
    readonly hasTrustPage: boolean
    readonly payouts: 'none' | 'file'
  }
