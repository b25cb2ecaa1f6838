import type { Ports } from '#shared/ports.ts'
import type { PaymentPorts } from '#modules/money/payments/index.ts'

/** What keeping cards asks of the world besides the common ports. */
export type CardPorts = Ports &
  PaymentPorts & {
    /** Public origin, without a trailing slash. */
    readonly origin: string
  }

/** Jobs of this module, as `server/jobs/jobs.ts` knows them. */
export const cardJobs = {
  detach: 'cards:detach',
  detachAll: 'cards:detach_all',
  endSetup: 'cards:end_setup',
  warn: 'cards:warn_of_expiry',
  removed: 'cards:removed',
} as const
