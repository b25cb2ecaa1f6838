import { isLocalDate, type LocalDate, localDate } from '#shared/calendar.ts'

/** The last day of a charity's accounting year: `04-05` is 5 April; `02-29` is the last day of February. */
export type AccountingYearEnd = `${string}-${string}`

/** The end of the tax year, which HMRC assumes for charities without accounting year. */
export const defaultAccountingYearEnd: AccountingYearEnd = '04-05'

/** Years after the end of the accounting year in which a donation can be claimed (ITA 2007; gift-aid-10). */
const claimYears = 4

/** Whether a text is a month and day with two digits each. */
export const isAccountingYearEnd = (text: string): text is AccountingYearEnd => isLocalDate(`2000-${text}`)

/** Returns the last day of the accounting year that ends in a year; 29 February is the 28th in other years. */
const yearEndIn = (year: number, end: AccountingYearEnd): LocalDate =>
  isLocalDate(`${year}-${end}`) ? localDate(`${year}-${end}`) : localDate(`${year}-02-28`)

/** Returns the last day of the accounting year in which a day is. */
export function accountingYearEndOf(day: LocalDate, end: AccountingYearEnd = defaultAccountingYearEnd): LocalDate {
  const year = Number(day.slice(0, 4))
  return day <= yearEndIn(year, end) ? yearEndIn(year, end) : yearEndIn(year + 1, end)
}

/** Returns the last UK day on which a donation of a day can be claimed: four years after the end of its accounting year. */
export const lastClaimDay = (givenOn: LocalDate, end: AccountingYearEnd = defaultAccountingYearEnd): LocalDate =>
  yearEndIn(Number(accountingYearEndOf(givenOn, end).slice(0, 4)) + claimYears, end)
