import { type Currency, money, type Money } from '#shared/money.ts'
import { minimumAmount } from '#modules/money/giving/rules/amounts.ts'

/** Maximum of active guest plans for one email address (recurring-23). */
export const guestPlansMax = 5

/** Maximum amount of a guest's regular donation: about 1,000 US dollars (recurring-23). */
export const guestPlanMax = (currency: Currency): Money => money(minimumAmount(currency).amount * 1000n, currency)
