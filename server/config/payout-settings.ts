import type { PayoutSettings } from '#modules/money/payouts/index-server.ts'
import type { Config } from './config.ts'

/** Returns the settings of payouts; files in euros are paid from the operator's account. */
export const payoutSettingsOf = (config: Config): PayoutSettings => ({
  schedule: config.PAYOUT_SCHEDULE,
  holdDays: config.PAYOUT_HOLD_DAYS,
  reservePercent: config.PAYOUT_RESERVE_PERCENT,
  reserveDays: config.PAYOUT_RESERVE_DAYS,
  minimums: config.PAYOUT_MINIMUM,
  sender: config.PAYOUT_IBAN
    ? { name: config.OPERATOR_NAME || config.PRODUCT_NAME, iban: config.PAYOUT_IBAN }
    : undefined,
})
