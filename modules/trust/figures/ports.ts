import type { Ports } from '#shared/ports.ts'

/** The ports of the figures in addition to the common ones. */
export type TrustPorts = Ports & {
  /** Whether the page /trust exists. */
  readonly hasTrustPage: boolean
  readonly payouts: 'none' | 'file'
}
