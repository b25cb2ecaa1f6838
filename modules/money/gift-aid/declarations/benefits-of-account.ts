import { localDate } from '#shared/calendar.ts'
import { money } from '#shared/money.ts'
import type { Ports } from '#shared/ports.ts'
import { ukTaxYearOf } from '#modules/money/giving/rules/gift-aid.ts'
import { ratesOf } from '../claims/load-candidates.ts'
import { sterlingValue } from '../rules/claim-amounts.ts'
import { listBenefitsOfAccount } from './queries.ts'
import { ukDayOf } from './rules/coverage.ts'

/**
 * Returns the value of what an account received from a charity for its donations of this UK tax year, in pence
 * (gift-aid-11). Currencies without a rate count nothing.
 */
export async function benefitsOfAccount(
  ports: Pick<Ports, 'db' | 'clock' | 'statement'>,
  accountId: string,
  organizationId: bigint,
): Promise<bigint> {
  const from = localDate(`${ukTaxYearOf(ukDayOf(ports.clock()))}-04-06`)
  const benefits = await listBenefitsOfAccount(ports.db, accountId, { organizationId, from })
  const rates = await ratesOf(ports, benefits)
  return benefits.reduce(
    (sum, { benefit, currency, givenOn }) => sum + (sterlingValue(money(benefit, currency), givenOn, rates) ?? 0n),
    0n,
  )
}
