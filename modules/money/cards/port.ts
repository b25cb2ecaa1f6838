import type { Ports } from '#shared/ports.ts'
import type { PaymentPorts } from '#modules/money/payments/index.ts'

/** The ports of saved cards in addition to the common ones. */
export type CardPorts = Ports &
  PaymentPorts & {
    /** Public origin, without a trailing slash. */
    readonly origin: string
  }

/** Task names of this module's jobs, which `server/jobs/jobs.ts` registers. */
export const cardJobs = {
  detach: 'cards:detach',
  detachAll: 'cards:detach_all',
  endSetup: 'cards:end_setup',
  warn: 'cards:warn_of_expiry',
  removed: 'cards:removed',
} as const
