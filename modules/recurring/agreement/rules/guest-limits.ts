import { type Currency, money, type Money } from '#shared/money.ts'
import { minimumAmount } from '#modules/money/giving/rules/amounts.ts'

/** Active plans that one mailbox can have without an account (recurring-23). */
export const guestPlansMax = 5

/** Maximum of a regular donation without an account: about 1,000 US dollars (recurring-23). */
export const guestPlanMax = (currency: Currency): Money => money(minimumAmount(currency).amount * 1000n, currency)
