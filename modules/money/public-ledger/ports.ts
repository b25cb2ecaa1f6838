import type { Ports } from '#shared/ports.ts'

/** The ports of the public ledger in addition to the common ones. */
export type PublicLedgerPorts = Ports & {
  /** `none`: nothing is paid out, so there are no totals of campaigns and charities. */
  readonly payouts: 'none' | 'file'
}
